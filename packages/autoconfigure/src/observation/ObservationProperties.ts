import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsBoolean, IsEnum, IsOptional, Type, ValidateNested } from '@toolwright/boot/validation';

/** Whose names the attributes of observations have. */
export enum ObservationConventions {
  /** Those of the semantic conventions of OpenTelemetry for generative AI. */
  OPENTELEMETRY = 'opentelemetry',
  /** Those of Spring AI. */
  SPRING = 'spring',
  /** Both at once, under the span names of OpenTelemetry. */
  BOTH = 'both',
}

/** What is told to OpenTelemetry's tracer, `observations.tracing.*`. */
export class ObservationTracingProperties {
  @PropertyDescription('Whether spans are made; unset if an OpenTelemetry SDK is registered at the start.')
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;

  @PropertyDescription('Whether spans hold messages and stacks of errors, which may quote arguments and results.')
  @IsBoolean()
  includeErrors: boolean = false;
}

/** What is told to OpenTelemetry's meter, `observations.metrics.*`. */
export class ObservationMetricsProperties {
  @PropertyDescription('Whether metrics are recorded; unset if an OpenTelemetry SDK is registered at the start.')
  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** How observations are named and where they go, `observations.*`. */
@ConfigurationProperties('observations')
export class ObservationProperties {
  @PropertyDescription('Whose names observations and their attributes have.')
  @IsEnum(ObservationConventions)
  conventions: ObservationConventions = ObservationConventions.OPENTELEMETRY;

  @ValidateNested()
  @Type(() => ObservationTracingProperties)
  tracing: ObservationTracingProperties = new ObservationTracingProperties();

  @ValidateNested()
  @Type(() => ObservationMetricsProperties)
  metrics: ObservationMetricsProperties = new ObservationMetricsProperties();
}
