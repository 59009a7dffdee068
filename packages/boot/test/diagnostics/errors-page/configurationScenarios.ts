import {
  AutoConfiguration,
  Bean,
  BootApplication,
  ConditionalOnProperty,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  Environment,
  InvalidConfigurationPropertyValueException,
  IsDuration,
  MutuallyExclusiveConfigurationPropertiesException,
  PropertyDescription,
} from '@toolwright/boot';
import { IsArray, IsEnum, IsInt, IsString, Max, Min, ValidateNested } from 'class-validator';
import type { ErrorScenario } from './ErrorScenario.js';

enum OnLimitExceeded {
  THROW = 'THROW',
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
}

class Limits {
  @PropertyDescription('Calls of all tools together that a turn may make.')
  @IsInt()
  @Min(1)
  @Max(1000)
  maxTotalToolCalls: number = 150;

  @IsEnum(OnLimitExceeded)
  onLimitExceeded: OnLimitExceeded = OnLimitExceeded.THROW;

  @IsArray()
  @IsString({ each: true })
  excludedTools: string[] = [];
}

@ConfigurationProperties('tools')
class ToolProperties {
  @IsDuration()
  timeout: number = 30_000;

  @ValidateNested()
  limits: Limits = new Limits();
}

@ConfigurationProperties('shop', { ignoreUnknownFields: false })
class StrictProperties {
  @IsString()
  name: string = '';
}

@Configuration()
@EnableConfigurationProperties(ToolProperties)
class Tools {}

@Configuration()
@EnableConfigurationProperties(StrictProperties)
class Shop {}

@Configuration()
class ChecksSize {
  @Bean()
  store(environment: Environment): Date {
    const key = 'store.size';
    throw new InvalidConfigurationPropertyValueException(
      key,
      environment.getProperty(key) ?? '',
      'It must be a power of two.',
    );
  }
}

@Configuration()
class TwoWays {
  @Bean()
  store(environment: Environment): Date {
    MutuallyExclusiveConfigurationPropertiesException.throwIfSeveralSet({
      'store.url': environment.getProperty('store.url'),
      'store.host': environment.getProperty('store.host'),
    });
    return new Date(0);
  }
}

@Configuration()
class ReadsName {
  @Bean()
  named(environment: Environment): Date {
    return new Date(environment.getProperty('shop.name')?.length ?? 0);
  }
}

@AutoConfiguration()
@ConditionalOnProperty('tools.limits.excluded-tools')
class OnExcludedTools {}

@Configuration()
class Plain {}

@AutoConfiguration({ after: ['StockAutoConfiguration'] })
class TillAutoConfiguration {}
@AutoConfiguration({ after: ['DeliveryAutoConfiguration'] })
class StockAutoConfiguration {}
@AutoConfiguration({ after: ['TillAutoConfiguration'] })
class DeliveryAutoConfiguration {}

@BootApplication({ imports: [Plain], exclude: [Plain] })
class ExcludesPlain {}

const file = 'config/application.properties';

/** Failures of the configuration. */
export const configurationScenarios: readonly ErrorScenario[] = [
  {
    title: 'Values of the wrong type',
    about: 'All wrong values are reported together, each with its place and what is allowed.',
    application: Tools,
    files: { [file]: '# limits\ntools.limits.max-total-tool-calls=many\ntools.limits.on-limit-exceeded=throe\n' },
    options: { env: { TOOLS_TIMEOUT: '5x' } },
  },
  {
    title: 'A value outside of its bounds',
    about: 'The text can be read, but a constraint of the properties class does not hold.',
    application: Tools,
    options: { args: ['--tools.limits.max-total-tool-calls=1001'] },
  },
  {
    title: 'A key that a strict properties class does not have',
    about: 'The class declares `ignoreUnknownFields: false`.',
    application: Shop,
    files: { [file]: 'shop.name=Corner\nshop.nmae=Corner\n' },
  },
  {
    title: 'Unknown keys',
    about: 'A warning by default; with `config.unknown-keys=error` it stops the start.',
    application: Tools,
    files: { [file]: 'config.unknown-keys=error\ntools.limits.max-total-tool-cals=5\nlogging.formt=json\n' },
  },
  {
    title: 'A value that the code refuses',
    about: 'The code that reads the value throws `InvalidConfigurationPropertyValueException`.',
    application: ChecksSize,
    files: { [file]: 'store.size=12\n' },
    options: { args: ['--store.size=9'] },
  },
  {
    title: 'Keys that exclude each other',
    about: 'Only one of them may be set.',
    application: TwoWays,
    files: { [file]: 'store.host=localhost\n' },
    options: { args: ['--store.url=redis://localhost'] },
  },
  {
    title: 'A placeholder without value',
    about: 'Nothing sets the key in it, and it has no default.',
    application: ReadsName,
    files: { [file]: 'shop.name=The ${street}\n' },
  },
  {
    title: 'Placeholders in a circle',
    about: 'The value of a key needs itself.',
    application: ReadsName,
    files: { [file]: 'shop.name=${shop.title}\nshop.title=${shop.name}\n' },
  },
  {
    title: 'A secret whose file is missing',
    about: 'A placeholder stands for the content of a file, and has no default.',
    application: ReadsName,
    files: { [file]: 'shop.name=${file:/run/secrets/of-the-shop}\n' },
  },
  {
    title: 'A file that cannot be read',
    about: 'The text breaks the rules of its format.',
    application: Plain,
    files: { [file]: 'shop.name=\\u(026\n' },
  },
  {
    title: 'A location that does not exist',
    about: 'A named location must be there unless it is optional.',
    application: Plain,
    options: { args: ['--config.additional-location=extra/'] },
  },
  {
    title: 'Profiles chosen too late',
    about: 'A document that depends on a profile cannot choose profiles.',
    application: Plain,
    files: { [file]: 'config.activate.on-profile=default\nprofiles.active=prod\n' },
  },
  {
    title: 'A prefix that is not canonical',
    about: 'Keys are words in lower case, joined by dashes and dots.',
    application: Plain,
    options: {
      listeners: [
        ({ type }) => {
          if (type === 'environment-prepared') ConfigurationProperties('myTools');
        },
      ],
    },
  },
  {
    title: 'A condition on a list',
    about: 'A list has no single value, so the condition could never match.',
    application: Tools,
    options: { autoConfigurations: [OnExcludedTools] },
  },
  {
    title: 'Auto-configurations after each other',
    about: 'Their relations form a circle.',
    application: Plain,
    options: { autoConfigurations: [TillAutoConfiguration, StockAutoConfiguration, DeliveryAutoConfiguration] },
  },
  {
    title: 'An exclusion that is no auto-configuration',
    about: 'Only auto-configurations can be excluded.',
    application: ExcludesPlain,
  },
  {
    title: 'A starter that is not built',
    about: 'A dependency announces auto-configurations in a file that is not there.',
    application: Plain,
    files: {
      'package.json': '{ "name": "app", "dependencies": { "acme-starter": "1.0.0" } }',
      'node_modules/acme-starter/package.json':
        '{ "name": "acme-starter", "toolwright": { "autoConfiguration": "./dist/autoConfigurations.js" } }',
    },
    options: { discover: true },
  },
];
