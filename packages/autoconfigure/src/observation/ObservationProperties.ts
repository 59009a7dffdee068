import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsEnum } from '@toolwright/boot/validation';

/** Whose names the attributes of observations have. */
export enum ObservationConventions {
  /** Those of the semantic conventions of OpenTelemetry for generative AI. */
  OPENTELEMETRY = 'opentelemetry',
  /** Those of Spring AI. */
  SPRING = 'spring',
  /** Both at once, under the span names of OpenTelemetry. */
  BOTH = 'both',
}

/** How observations are named, `observations.*`. */
@ConfigurationProperties('observations')
export class ObservationProperties {
  @PropertyDescription('Whose names observations and their attributes have.')
  @IsEnum(ObservationConventions)
  conventions: ObservationConventions = ObservationConventions.OPENTELEMETRY;
}
