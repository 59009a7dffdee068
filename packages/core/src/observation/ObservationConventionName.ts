/**
 * Whose names observations have: those of the semantic conventions of OpenTelemetry for generative AI, those of Spring
 * AI, or both at once. With both, the names of the observations and keys that both know are those of OpenTelemetry.
 */
export type ObservationConventionName = 'opentelemetry' | 'spring' | 'both';
