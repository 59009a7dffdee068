import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  bindAllProperties,
  checkUnknownKeys,
  ConfigurationProperties,
  type Environment,
  type FailureAnalysis,
  InvalidConfigurationPropertyValueException,
  prepareEnvironment,
  PropertyDescription,
  Secret,
} from '@toolwright/boot';
import { IsEnum, IsInt, IsOptional, Max, ValidateNested } from 'class-validator';
import { analyzeFailure } from '../../../dist/diagnostics/analyzeFailure.js';
import { builtInFailureAnalyzers } from '../../../dist/diagnostics/builtInFailureAnalyzers.js';
import { configFolder, environmentOf } from '../../env/configFolder.js';

enum OnLimit {
  THROW = 'THROW',
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
}

class Limits {
  @IsInt() @Max(1000) @PropertyDescription('Calls of a turn.') maxTotalToolCalls: number = 150;
  @IsEnum(OnLimit) onLimitExceeded: OnLimit = OnLimit.THROW;
}

@ConfigurationProperties('tools')
class ToolProperties {
  @ValidateNested() limits: Limits = new Limits();
  @Secret() @IsOptional() @IsInt() pin?: number;
}

@ConfigurationProperties('tools', { ignoreUnknownFields: false })
class StrictTools extends ToolProperties {}

async function analysisOf(action: () => unknown): Promise<FailureAnalysis> {
  try {
    await action();
  } catch (error) {
    const analysis = analyzeFailure(new Error('start', { cause: error }), builtInFailureAnalyzers());
    if (analysis) return analysis;
  }
  throw new Error('no analysis');
}

/** Runs `action` with an environment of one file at `config/application.properties` of the working directory. */
async function withFile<T>(text: string, action: (environment: Environment) => Promise<T>): Promise<T> {
  const previous = process.cwd();
  process.chdir(configFolder({ 'config/application.properties': text }));
  try {
    return await action(await prepareEnvironment({ env: {} }));
  } finally {
    process.chdir(previous);
  }
}

const bind = (environment: Environment) => bindAllProperties(environment, [ToolProperties]);

describe('wrong values', () => {
  it('[BR-03] shows property, value, origin and reason, and what is allowed', async () => {
    const file = '# 1\n# 2\n# 3\n# 4\n# 5\n# 6\ntools.limits.max-total-tool-calls=abc\n';
    const analysis = await analysisOf(() => withFile(file, bind));
    expect(analysis.description).toBe(
      [
        "Failed to bind properties under 'tools.limits.max-total-tool-calls' to int:",
        '',
        '    Property: tools.limits.max-total-tool-calls',
        '    Value: "abc"',
        '    Origin: config/application.properties - 7:35',
        "    Reason: 'abc' is not a valid integer",
      ].join('\n'),
    );
    expect(analysis.action).toBe(
      "Update your application's configuration.\n'tools.limits.max-total-tool-calls' takes an integer of at most 1000. Calls of a turn.",
    );
    const broken = await analysisOf(() => withFile('tools.limits.max-total-tool-calls=1001\n', bind));
    expect(broken.description).toBe(
      [
        'Binding to target ToolProperties failed:',
        '',
        '    Property: tools.limits.max-total-tool-calls',
        '    Value: "1001"',
        '    Origin: config/application.properties - 1:35',
        '    Reason: maxTotalToolCalls must not be greater than 1000',
      ].join('\n'),
    );
  });

  it('leaves out the type where the value could not be read', async () => {
    const analysis = await analysisOf(() => withFile('tools.pin=${gone}\n', bind));
    expect(analysis.description).toMatch(/^Failed to bind properties under 'tools\.pin':\n/);
  });

  it('[BP-07a] lists the valid values of an enumeration, sorted', async () => {
    const analysis = await analysisOf(() => withFile('tools.limits.on-limit-exceeded=explode\n', bind));
    expect(analysis.action).toBe(
      [
        "Update your application's configuration.",
        "The following values are valid for 'tools.limits.on-limit-exceeded':",
        '',
        '    RETURN_ERROR_RESPONSE',
        '    THROW',
      ].join('\n'),
    );
  });

  it('[BH-02] adds the nearest value', async () => {
    const analysis = await analysisOf(() => withFile('tools.limits.on-limit-exceeded=throe\n', bind));
    expect(analysis.action).toContain('    RETURN_ERROR_RESPONSE\n    THROW\n');
    expect(analysis.action).toMatch(/\nDid you mean 'THROW'\?$/);
  });

  it('masks secrets', async () => {
    const analysis = await analysisOf(() => withFile('tools.pin=hunter2\n', bind));
    expect(analysis.description).toContain('    Value: "******"');
    expect(analysis.description + String(analysis.action)).not.toContain('hunter2');
  });

  it('[BR-04] names keys that strict binding leaves unbound', async () => {
    const analysis = await analysisOf(() =>
      withFile('tools.nothing=1\n', (environment) => bindAllProperties(environment, [StrictTools])),
    );
    expect(analysis.description).toBe(
      [
        'Binding to target StrictTools failed:',
        '',
        '    Property: tools.nothing',
        '    Value: "1"',
        '    Origin: config/application.properties - 1:15',
        '    Reason: The elements [tools.nothing] were left unbound.',
      ].join('\n'),
    );
  });
});

describe('values that code rejects', () => {
  it('shows value, origin and reason, and masks secrets', async () => {
    const origin = { source: 'command line' };
    const analysis = await analysisOf(() => {
      throw new InvalidConfigurationPropertyValueException('tools.size', '0', 'It must be greater than 0.', origin);
    });
    expect(analysis.description).toBe(
      [
        "Invalid value '0' for configuration property 'tools.size':",
        '',
        '    Property: tools.size',
        '    Value: "0"',
        '    Origin: command line',
        '    Reason: It must be greater than 0.',
      ].join('\n'),
    );
    const secret = new InvalidConfigurationPropertyValueException('vault.token', 'hunter2', 'Too short.', origin);
    expect(secret.message).toBe("Invalid value '******' for configuration property 'vault.token': Too short.");
    // That nothing was set is no secret.
    const missing = new InvalidConfigurationPropertyValueException('vault.token', '', 'Set it.');
    expect(missing.message).toBe("Invalid value '' for configuration property 'vault.token': Set it.");
  });
});

describe('other failures of the configuration', () => {
  it('[BS-06] explains a location that is missing', async () => {
    await expect(environmentOf({}, { args: ['--config.location=x.yaml'] })).rejects.toThrow(
      "Config data location 'x.yaml' cannot be found",
    );
    const analysis = await analysisOf(() => environmentOf({}, { args: ['--config.location=x.yaml'] }));
    expect(analysis.description).toBe("Config data location 'x.yaml' does not exist");
    expect(analysis.action).toBe(
      "Check that the value 'x.yaml' at command line is correct, or prefix it with 'optional:'",
    );
    await expect(environmentOf({}, { args: ['--config.location=optional:x.yaml'] })).resolves.toBeDefined();
    await expect(
      environmentOf({}, { args: ['--config.location=x.yaml', '--config.on-not-found=ignore'] }),
    ).resolves.toBeDefined();
  });

  it('explains a file that cannot be read', async () => {
    const analysis = await analysisOf(() => withFile('a=\\u(026\n', bind));
    expect(analysis.description).toBe(
      'The configuration cannot be read: Malformed \\uxxxx encoding.\n\n    Origin: config/application.properties - 1:3',
    );
  });

  it('explains profiles that are chosen too late', async () => {
    const analysis = await analysisOf(() => withFile('config.activate.on-profile=default\nprofiles.active=x\n', bind));
    expect(analysis.description).toContain(
      "Property 'profiles.active' imported from location 'config/application.properties'",
    );
    expect(analysis.action).toBe(
      "Move 'profiles.active' to a file and document that is read whatever profiles are active.",
    );
  });

  it('explains a prefix that is not canonical', async () => {
    const analysis = await analysisOf(() => ConfigurationProperties('myTools'));
    expect(analysis.description).toBe(
      "Configuration property name 'myTools' is not valid:\n\n    Invalid characters: 'T'\n" +
        "    Reason: Canonical names should be kebab-case ('-' separated), lower-case alphanumeric characters and must start with a letter",
    );
  });

  it('explains placeholders', async () => {
    const missing = await analysisOf(() => withFile('a=${b}\n', async (environment) => environment.getProperty('a')));
    expect(missing.description).toBe("Could not resolve placeholder 'b': 'a' (config/application.properties - 1:3)");
    expect(missing.action).toBe("Set 'b', or write a default: ${b:default}.");
    const circular = await analysisOf(() => withFile('a=${a}\n', async (environment) => environment.getProperty('a')));
    expect(circular.action).toBe('Break the circle: give one of these keys a value of its own.');
  });

  it('explains unknown keys', async () => {
    const analysis = await analysisOf(() =>
      withFile('config.unknown-keys=error\ntools.limits.max-total-tool-cals=1\n', async (environment) => {
        checkUnknownKeys(environment, [ToolProperties]);
      }),
    );
    expect(analysis.description).toBe(
      "config/application.properties:2: unknown configuration key 'tools.limits.max-total-tool-cals'; did you mean 'tools.limits.max-total-tool-calls'?",
    );
    expect(analysis.action).toBe('Correct or remove these keys, or set config.unknown-keys=warn.');
  });
});
