// #region application
import {
  ApplicationContext,
  ApplicationRunner,
  Bean,
  BootApplication,
  Component,
  ConditionalOnMissingBean,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
} from '@toolwright/boot';
import { IsInt } from '@toolwright/boot/validation';

@ConfigurationProperties('greeting')
class GreetingProperties {
  @IsInt()
  times: number = 1;
}

class Greeter {
  constructor(readonly times: number) {}
}

@Configuration()
@EnableConfigurationProperties(GreetingProperties)
class GreetingConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  greeter(properties: GreetingProperties): Greeter {
    return new Greeter(properties.times);
  }
}

@Component()
class Greet extends ApplicationRunner {
  constructor(readonly greeter: Greeter) {
    super();
  }
  override run(): void {
    console.log('Hello. '.repeat(this.greeter.times));
  }
}

@BootApplication({ components: [Greet], imports: [GreetingConfiguration] })
class App {}

await using _context = await ApplicationContext.run(App, { args: process.argv.slice(2) });
// #endregion
