import {
  AbstractFailureAnalyzer,
  Bean,
  Configuration,
  Environment,
  type FailureAnalysis,
  InvalidConfigurationPropertyValueException,
  MutuallyExclusiveConfigurationPropertiesException,
} from '@toolwright/boot';
import { ToolwrightException } from '@toolwright/core';
import { describe, expect, it } from '@jest/globals';
import { analyzeFailure } from '../../../dist/diagnostics/analyzeFailure.js';
import { builtInFailureAnalyzers } from '../../../dist/diagnostics/builtInFailureAnalyzers.js';
import { configFolder } from '../../env/configFolder.js';
import { failureOf } from '../../runContext.js';

@Configuration()
class ChecksSize {
  @Bean()
  size(environment: Environment): Date {
    const value = environment.getProperty('store.size') ?? '';
    throw new InvalidConfigurationPropertyValueException('store.size', value, 'It must be a power of two.');
  }
}

@Configuration()
class TwoWays {
  @Bean()
  store(environment: Environment): Date {
    MutuallyExclusiveConfigurationPropertiesException.throwIfSeveralSet({
      'store.url': environment.getProperty('store.url'),
      'store.host': environment.getProperty('store.host'),
      'store.socket': environment.getProperty('store.socket'),
    });
    return new Date(0);
  }
}

describe('a value that code rejects', () => {
  it('[BR-08] is shown with origin, reason and the other sources that set the key', async () => {
    const config = configFolder({ 'application.properties': 'store.size=12\n' });
    const { printed } = await failureOf(ChecksSize, {
      config,
      env: { STORE_SIZE: '7' },
      args: ['--store.size=9'],
      defaultProperties: { 'store.size': 4 },
    });
    expect(printed.replaceAll(config, 'app')).toContain(
      [
        'Description:',
        '',
        "Invalid value '9' for configuration property 'store.size':",
        '',
        '    Property: store.size',
        '    Value: "9"',
        '    Origin: command line',
        '    Reason: It must be a power of two.',
        '',
        'The property is also set in:',
        "\t- environment variable STORE_SIZE with the value '7'",
        "\t- app/application.properties - 1:12 with the value '12'",
        "\t- default properties with the value '4'",
        '',
        'Action:',
      ].join('\n'),
    );
  });

  it('[BR-08] lists nothing where no other source sets the key, and masks secrets', async () => {
    const { printed } = await failureOf(ChecksSize, { args: ['--store.size=9'] });
    expect(printed).not.toContain('also set in');

    @Configuration()
    class ChecksToken {
      @Bean()
      token(): Date {
        throw new InvalidConfigurationPropertyValueException('store.token', 'hunter2', 'It is too short.');
      }
    }
    const secret = await failureOf(ChecksToken, { args: ['--store.token=hunter2'], env: { STORE_TOKEN: 'hunter3' } });
    expect(secret.printed).toContain("\t- environment variable STORE_TOKEN with the value '******'");
    expect(secret.printed).not.toContain('hunter');
  });
});

describe('keys that exclude each other', () => {
  it('[BR-09] are listed, then those that are set, each with its origin', async () => {
    const config = configFolder({ 'application.properties': 'store.host=localhost\n' });
    const { printed } = await failureOf(TwoWays, { config, args: ['--store.url=redis://x'] });
    expect(printed.replaceAll(config, 'app')).toContain(
      [
        'The following configuration properties are mutually exclusive:',
        '',
        '\tstore.host',
        '\tstore.socket',
        '\tstore.url',
        '',
        'However, more than one of those properties has been configured at the same time:',
        '',
        "\tstore.url (originating from 'command line')",
        "\tstore.host (originating from 'app/application.properties - 1:12')",
        '',
        'Action:',
        '',
        'Update your configuration so that only one of the mutually exclusive properties is configured.',
      ].join('\n'),
    );
  });

  it('[BR-09] may be set one at a time', () => {
    const check = (values: Readonly<Record<string, unknown>>) => (): void =>
      MutuallyExclusiveConfigurationPropertiesException.throwIfSeveralSet(values);
    expect(check({ a: 1, b: undefined, c: null })).not.toThrow();
    expect(check({ a: undefined, b: undefined })).not.toThrow();
    expect(check({ a: 0, b: '' })).toThrow('The configuration properties a, b are mutually exclusive');
  });
});

describe('an exception of another copy of a package', () => {
  /** What a second copy throws: the brand and the code are the same, the class is not. */
  class InvalidExclusionException extends ToolwrightException {
    override readonly code = 'INVALID_EXCLUSION';
  }

  it('is recognised by brand and code', () => {
    const failure = new Error('start', { cause: new InvalidExclusionException('of the copy') });
    const analysis = analyzeFailure(failure, builtInFailureAnalyzers());
    expect(analysis?.description).toBe('of the copy');
    expect(analysis?.action).toBe('Remove these names from the exclusions.');
  });

  it('needs the brand: a foreign error with the same code is not taken for ours', () => {
    const foreign = Object.assign(new Error('foreign'), { code: 'INVALID_EXCLUSION' });
    expect(analyzeFailure(foreign, builtInFailureAnalyzers())).toBeNull();
  });

  it('is not recognised by an analyzer that names no code', () => {
    class Mine extends ToolwrightException {
      override readonly code = 'MINE';
    }
    class Copy extends ToolwrightException {
      override readonly code = 'MINE';
    }
    class MineAnalyzer extends AbstractFailureAnalyzer<Mine> {
      protected override readonly failureType = Mine;
      protected override analyzeCause(_failure: Error, cause: Mine): FailureAnalysis {
        return { description: 'mine', action: null, cause };
      }
    }
    expect(new MineAnalyzer().analyze(new Mine('x'))?.description).toBe('mine');
    expect(new MineAnalyzer().analyze(new Copy('x'))).toBeNull();
  });
});
