import { ConfigurationProperties } from '../properties/ConfigurationProperties.js';
import { IsDuration, PropertyDescription } from '../properties/fieldDecorators.js';
import { IsBoolean } from '../validation/index.js';

/** How the container itself behaves. */
@ConfigurationProperties('main')
export class MainProperties {
  /** Whether beans are created at first use; `@Lazy(false)` ones still at start. */
  @IsBoolean()
  @PropertyDescription('Whether beans are created at first use instead of at start.')
  lazyInitialization: boolean = false;

  /** Whether a later bean may replace an earlier one of the same name. */
  @IsBoolean()
  @PropertyDescription('Whether a later bean may replace an earlier one of the same name.')
  allowBeanDefinitionOverriding: boolean = false;

  /** How long SIGTERM and SIGINT wait for the context to close, in milliseconds. */
  @IsDuration()
  @PropertyDescription('How long SIGTERM and SIGINT wait for the context to close.')
  shutdownTimeout: number = 30_000;
}
