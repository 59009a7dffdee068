import {
  AutoConfiguration,
  Bean,
  Conditional,
  ConditionalOnBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  ConditionalOnSingleCandidate,
  Configuration,
  NoneNestedConditions,
  type NoSuchBeanDefinitionException,
  OnBeanCondition,
  OnPackageCondition,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { failureOf } from '../runContext.js';

class Model {}
class Client {}

@Configuration()
class NeedsClient {
  @Bean()
  assistant(client: Client): Date {
    return new Date(client ? 0 : 1);
  }
}

@AutoConfiguration()
class LocalModelAutoConfiguration {
  @Bean()
  @ConditionalOnProperty('model', { havingValue: 'local' })
  localModel(): Model {
    return new Model();
  }

  @Bean()
  @ConditionalOnProperty('model', { havingValue: 'remote' })
  @ConditionalOnPackage('the-remote-model', { install: 'the-remote-model@3' })
  remoteModel(): Model {
    return new Model();
  }
}

@AutoConfiguration({ after: [LocalModelAutoConfiguration] })
class ClientAutoConfiguration {
  @Bean()
  @ConditionalOnBean(Model)
  client(): Client {
    return new Client();
  }
}

const suppressedIn = (failure: Error) =>
  (failure as NoSuchBeanDefinitionException).missing.suppressed.map(({ name }) => name);

describe('a missing bean', () => {
  it('names the package without which what it needs is not there, before all else', async () => {
    const { printed } = await failureOf(NeedsClient, {
      autoConfigurations: [LocalModelAutoConfiguration, ClientAutoConfiguration],
      args: ['--model=remote'],
    });
    expect(printed.split('Description:\n\n')[1]).toBe(
      [
        "Parameter 0 of method assistant in NeedsClient required a bean of type 'Client' that could not be found.",
        '',
        'The following candidates were found but could not be injected:',
        "\t- Bean method 'client' in 'ClientAutoConfiguration' not loaded because @ConditionalOnBean (types: Model) " +
          'did not find any beans of type Model',
        "\t- Bean method 'localModel' in 'LocalModelAutoConfiguration' not loaded because @ConditionalOnProperty " +
          "(model=local) found different value in property 'model'",
        "\t- Bean method 'remoteModel' in 'LocalModelAutoConfiguration' not loaded because @ConditionalOnPackage did " +
          "not find required package 'the-remote-model'",
        '',
        'Action:',
        '',
        "Consider revisiting the entries above or defining a bean of type 'Client' in your configuration.",
        '',
        'To let a candidate in:',
        '',
        "Bean method 'remoteModel' in 'LocalModelAutoConfiguration':",
        '\t- Install what is missing: npm install the-remote-model@3',
        "Bean method 'localModel' in 'LocalModelAutoConfiguration':",
        "\t- Set 'model' to 'local' (now 'remote', command line)",
        '',
      ].join('\n'),
    );
  });

  it('does so where a single candidate is needed', async () => {
    @AutoConfiguration({ after: [LocalModelAutoConfiguration] })
    class OtherAutoConfiguration {
      @Bean()
      @ConditionalOnSingleCandidate(Model)
      single(): Client {
        return new Client();
      }
    }
    const { failure } = await failureOf(NeedsClient, {
      autoConfigurations: [LocalModelAutoConfiguration, OtherAutoConfiguration],
    });
    expect(suppressedIn(failure)).toEqual(['single', 'localModel', 'remoteModel']);
  });

  it('does not name what would make a bean that is there by now', async () => {
    @AutoConfiguration({ after: [ClientAutoConfiguration] })
    class LateAutoConfiguration {
      @Bean()
      lateModel(): Model {
        return new Model();
      }
    }
    const { failure } = await failureOf(NeedsClient, {
      autoConfigurations: [LocalModelAutoConfiguration, ClientAutoConfiguration, LateAutoConfiguration],
    });
    expect(suppressedIn(failure)).toEqual(['client']);
  });

  it('names beans that wait for each other once', async () => {
    @AutoConfiguration()
    class WaitingAutoConfiguration {
      @Bean()
      @ConditionalOnBean(Client)
      model(): Model {
        return new Model();
      }
    }
    const { failure } = await failureOf(NeedsClient, {
      autoConfigurations: [WaitingAutoConfiguration, ClientAutoConfiguration],
    });
    expect(suppressedIn(failure)).toEqual(['client', 'model']);
  });

  it('does not tell to install what must not be there', async () => {
    const nothing = new NoneNestedConditions(
      new OnPackageCondition('@toolwright/core'),
      new OnPackageCondition('the-remote-model'),
      new OnBeanCondition(Model),
    );
    @AutoConfiguration()
    class PlainAutoConfiguration {
      @Bean()
      @Conditional(nothing)
      plainClient(): Client {
        return new Client();
      }
    }
    const { failure, printed } = await failureOf(NeedsClient, {
      autoConfigurations: [LocalModelAutoConfiguration, PlainAutoConfiguration],
    });
    expect(suppressedIn(failure)).toEqual(['plainClient']);
    expect(printed).not.toContain('npm install');
  });
});
