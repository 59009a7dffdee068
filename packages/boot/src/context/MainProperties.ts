import type { Environment } from '../env/Environment.js';

/** How the container itself behaves, keys `main.*`. */
export class MainProperties {
  /** Whether beans are created at first use. */
  lazyInitialization = false;
  /** Whether a later bean may replace an earlier one of the same name. */
  allowBeanDefinitionOverriding = false;
  /** How long a signal waits for the context to close, in milliseconds. */
  shutdownTimeout = 30_000;

  static async from(environment: Environment): Promise<MainProperties> {
    const properties = new MainProperties();
    properties.lazyInitialization = environment.getProperty('main.lazy-initialization') === 'true';
    properties.allowBeanDefinitionOverriding =
      environment.getProperty('main.allow-bean-definition-overriding') === 'true';
    return properties;
  }
}
