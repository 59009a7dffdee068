import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  bindAllProperties,
  bindProperties,
  bindPropertiesOf,
  checkUnknownKeys,
  ConfigurationProperties,
  describeProperties,
  type EnvironmentOptions,
  InvalidConfigurationPropertyNameException,
  IsDuration,
  IsMapOf,
  PropertyBindingException,
  PropertyDescription,
  Secret,
} from '@toolwright/boot';
import { RecordingLogProvider } from '@toolwright/core';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { environmentOf } from '../env/configFolder.js';

enum OnLimit {
  THROW = 'THROW',
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
}

class Limits {
  @IsInt()
  @Min(1)
  @Max(1000)
  @PropertyDescription('Calls of all tools together in one turn.')
  maxTotalToolCalls: number = 150;

  @IsMapOf('int')
  maxCallsPerTool: Map<string, number> = new Map();

  @IsString({ each: true })
  excludedTools: string[] = [];

  @IsEnum(OnLimit)
  onLimitExceeded: OnLimit = OnLimit.THROW;
}

@ConfigurationProperties('tools')
class ToolProperties {
  @ValidateNested()
  limits: Limits = new Limits();

  @IsBoolean()
  enabled: boolean = true;
}

class Server {
  @IsString() name!: string;
  @IsInt() @Min(1) port: number = 80;
}

@ConfigurationProperties('cluster')
class Cluster {
  @ValidateNested({ each: true })
  @Type(() => Server)
  servers: Server[] = [];

  @IsMapOf(() => Server)
  @ValidateNested({ each: true })
  named: Map<string, Server> = new Map();

  @IsString({ each: true })
  tags: string[] = [];

  @IsOptional()
  @IsInt()
  size?: number;

  @IsOptional()
  @ValidateNested()
  @Type(() => Server)
  backup?: Server;
}

type Files = Readonly<Record<string, string>>;

async function bind(files: Files, options: EnvironmentOptions = {}): Promise<Limits> {
  return (await bindProperties(await environmentOf(files, options), ToolProperties)).limits;
}

const KEY = 'tools.limits.max-total-tool-calls';
const lines = (...text: string[]): Files => ({ 'application.properties': `${text.join('\n')}\n` });

async function failureOf(binding: Promise<unknown>): Promise<PropertyBindingException> {
  const failure: unknown = await binding.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PropertyBindingException);
  return failure as PropertyBindingException;
}

describe('names', () => {
  it.each([
    ['[BP-01a]', KEY],
    ['[BP-01b]', 'tools.limits.maxTotalToolCalls'],
    ['[BP-01c]', 'tools.limits.max_total_tool_calls'],
    ['[BP-01d]', 'tools.limits.MAX-TOTAL-TOOL-CALLS'],
  ])('%s binds %s', async (_id, key) => {
    expect((await bind(lines(`${key}=5`))).maxTotalToolCalls).toBe(5);
  });

  it.each([
    ['[BP-02a]', 'TOOLS_LIMITS_MAXTOTALTOOLCALLS'],
    ['[BP-02b]', 'TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS'],
    ['[BP-02c]', 'tools_limits_maxtotaltoolcalls'],
    ['[BP-02c]', 'tools_limits_max_total_tool_calls'],
    ['with the prefix of Spring,', 'SPRING_AI_TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS'],
  ])('%s binds the variable %s', async (_id, variable) => {
    expect((await bind({}, { env: { [variable]: '5' } })).maxTotalToolCalls).toBe(5);
  });

  it('prefers the canonical variable to the older form', async () => {
    const env = { TOOLS_LIMITS_MAX_TOTAL_TOOL_CALLS: '6', TOOLS_LIMITS_MAXTOTALTOOLCALLS: '5' };
    expect((await bind({}, { env })).maxTotalToolCalls).toBe(5);
  });

  it.each([
    ['Tools', ["'T'"]],
    ['myTools', ["'T'"]],
  ])('[BP-04] refuses the prefix %s', (prefix, characters) => {
    expect(() => ConfigurationProperties(prefix)).toThrow(InvalidConfigurationPropertyNameException);
    expect(() => ConfigurationProperties(prefix)).toThrow(
      `Configuration property name '${prefix}' is not valid: invalid characters ${characters.join(', ')}. ` +
        'Canonical names should be kebab-case (dashes between words), lower-case alphanumeric characters, and start with a letter.',
    );
    expect(() => ConfigurationProperties('tools.1st')).toThrow('does not start with a letter');
  });

  it('refuses a class without prefix', async () => {
    await expect(bindProperties(await environmentOf({}), Limits)).rejects.toThrow(
      "Limits has no prefix: decorate it with @ConfigurationProperties('…')",
    );
    const limits = await bindProperties(await environmentOf(lines('x.max-total-tool-calls=3')), Limits, 'x');
    expect(limits.maxTotalToolCalls).toBe(3);
  });
});

describe('one key from every place', () => {
  it.each([
    ['a file', lines(`${KEY}=1`), {}],
    ['an environment variable', lines(`${KEY}=9`), { env: { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '1' } }],
    ['the command line', lines(`${KEY}=9`), { args: [`--${KEY}=1`] }],
    [
      'a profile',
      { ...lines(`${KEY}=9`), 'application-tight.yaml': 'tools.limits.max-total-tool-calls: 1\n' },
      { args: ['--profiles.active=tight'] },
    ],
    ['a key of Spring AI', lines(`spring.ai.${KEY}=1`), {}],
  ] as [string, Files, EnvironmentOptions][])('binds a limit from %s', async (_place, files, options) => {
    expect((await bind(files, options)).maxTotalToolCalls).toBe(1);
  });
});

describe('lists', () => {
  const list = 'tools.limits.excluded-tools';

  it.each([
    ['[BP-11a]', lines(`${list}=a, b ,c`), {}, ['a', 'b', 'c']],
    ['[BP-11b]', lines(`${list}[0]=a`, `${list}[1]=b`), {}, ['a', 'b']],
    ['[BP-11c]', lines(`${list}=`), {}, []],
    ['[BP-11d]', {}, { env: { TOOLS_LIMITS_EXCLUDEDTOOLS_0: 'a' } }, ['a']],
    [
      '[BP-11e]',
      { 'application.yaml': 'tools:\n  limits:\n    excluded-tools:\n      - " a"\n      - b,c\n' },
      {},
      [' a', 'b,c'],
    ],
    ['[BP-11f]', lines(`${list}[]=a,b`), {}, ['a', 'b']],
  ] as [string, Files, EnvironmentOptions, string[]][])('%s reads a list', async (_id, files, options, expected) => {
    expect((await bind(files, options)).excludedTools).toEqual(expected);
  });

  it('[BP-12] refuses a gap in the indexes', async () => {
    const failure = await failureOf(bind(lines(`${list}[0]=a`, `${list}[2]=c`)));
    expect(failure.violations).toHaveLength(1);
    expect(failure.violations[0]).toMatchObject({
      key: 'tools.limits.excluded-tools[2]',
      value: 'c',
      origin: { line: 2 },
      reason: 'The elements [tools.limits.excluded-tools[2]] were left unbound.',
    });
  });

  it('[BP-12] refuses a gap in the indexes of objects, too', async () => {
    const files = lines('cluster.servers[0].name=a', 'cluster.servers[2].name=c', 'cluster.servers[2].port=1');
    const failure = await failureOf(bindProperties(await environmentOf(files), Cluster));
    expect(failure.violations).toMatchObject([
      {
        key: 'cluster.servers[2].name',
        value: 'c',
        origin: { line: 2 },
        reason: 'The elements [cluster.servers[2].name] were left unbound.',
      },
      { key: 'cluster.servers[2].port', origin: { line: 3 } },
    ]);
  });

  it('[BP-13] takes a list from one source only, lists of objects too', async () => {
    const files = lines(`${list}[0]=a`, `${list}[1]=b`);
    expect((await bind(files, { args: [`--${list}[0]=x`] })).excludedTools).toEqual(['x']);
    const environment = await environmentOf(
      lines('cluster.servers[0].name=a', 'cluster.servers[0].port=1', 'cluster.servers[1].name=b'),
      {
        args: ['--cluster.servers[0].name=x'],
      },
    );
    const { servers } = await bindProperties(environment, Cluster);
    expect(servers).toEqual([Object.assign(new Server(), { name: 'x', port: 80 })]);
  });

  it('[BP-14] prefers the whole value to elements of the same source', async () => {
    expect((await bind(lines(`${list}=x`, `${list}[0]=a`, `${list}[1]=b`))).excludedTools).toEqual(['x']);
  });

  it('replaces placeholders before it splits', async () => {
    expect((await bind(lines(`${list}=\${more},c`, 'more=a,b'))).excludedTools).toEqual(['a', 'b', 'c']);
  });

  it('makes instances of the class of the elements', async () => {
    const yaml = 'cluster:\n  servers:\n    - name: a\n      port: 1\n    - name: b\n';
    const { servers } = await bindProperties(await environmentOf({ 'application.yaml': yaml }), Cluster);
    expect(servers.map((server) => [server instanceof Server, server.name, server.port])).toEqual([
      [true, 'a', 1],
      [true, 'b', 80],
    ]);
  });
});

describe('maps', () => {
  const map = 'tools.limits.max-calls-per-tool';
  const entries = async (files: Files, options: EnvironmentOptions = {}) => [
    ...(await bind(files, options)).maxCallsPerTool,
  ];

  it('[BP-15] merges maps of objects key by key', async () => {
    const environment = await environmentOf(lines('cluster.named.k1.name=a', 'cluster.named.k1.port=1'), {
      args: ['--cluster.named.k1.name=c', '--cluster.named.k2.name=d'],
    });
    const { named } = await bindProperties(environment, Cluster);
    expect([...named]).toEqual([
      ['k1', Object.assign(new Server(), { name: 'c', port: 1 })],
      ['k2', Object.assign(new Server(), { name: 'd', port: 80 })],
    ]);
    expect(named.get('k2')).toBeInstanceOf(Server);
  });

  it.each([
    ['[BP-16a]', 'getWeather', 'getWeather'],
    ['[BP-16b]', 'weather.get', 'weather.get'],
    ['[BP-16c]', '[weather/get]', 'weather/get'],
    ['[BP-16d]', 'weather/get', 'weatherget'],
    ['[BP-16e]', 'get_weather', 'get_weather'],
  ])('%s keeps the key %s as %s', async (_id, written, key) => {
    expect(await entries(lines(`${map}.${written}=3`))).toEqual([[key, 3]]);
  });

  it.each([
    ['[BP-17a]', 'TOOLS_LIMITS_MAXCALLSPERTOOL_GETWEATHER', 'getweather'],
    ['[BP-17b]', 'TOOLS_LIMITS_MAXCALLSPERTOOL_GET_WEATHER', 'get.weather'],
    ['in the older form it', 'TOOLS_LIMITS_MAX_CALLS_PER_TOOL_GET', 'get'],
  ])('%s reads the key of %s as %s', async (_id, variable, key) => {
    expect(await entries({}, { env: { [variable]: '3' } })).toEqual([[key, 3]]);
  });

  it('lets a variable set the key that a file writes with case and underscores', async () => {
    const files = lines(`${map}.getWeather=1`, `${map}.get_time=1`);
    const env = { TOOLS_LIMITS_MAXCALLSPERTOOL_GETWEATHER: '3', TOOLS_LIMITS_MAXCALLSPERTOOL_GET_TIME: '4' };
    expect(await entries(files, { env })).toEqual([
      ['getWeather', 3],
      ['get_time', 4],
    ]);
  });

  it.each([
    ['my-server', 'CLUSTER_NAMED_MY_SERVER_NAME'],
    ['myServer', 'CLUSTER_NAMED_MYSERVER_NAME'],
    ['my_server', 'CLUSTER_NAMED_MY_SERVER_NAME'],
  ])('lets a variable set the object under %s by %s, and is no key of its own', async (key, variable) => {
    const environment = await environmentOf(lines(`cluster.named.${key}.name=a`), {
      env: { [variable]: 'b', CLUSTER_NAMED_OTHER_NAME: 'o' },
    });
    const { named } = await bindProperties(environment, Cluster);
    expect([...named].map(([name, server]) => [name, server.name])).toEqual([
      [key, 'b'],
      ['other', 'o'],
    ]);
  });

  it('takes an entry without prefix of Spring before one with it', async () => {
    const files = lines(`${map}.a=1`, `spring.ai.${map}.a=2`, `spring.ai.${map}.b=3`);
    expect(await entries(files)).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
  });

  it.each([
    [`${map}=3`, ToolProperties, `The parts have keys of their own, such as ${map}.<key>.`],
    ['cluster.named=x', Cluster, 'The parts have keys of their own, such as cluster.named.<key>.<name>.'],
    ['cluster.servers=x', Cluster, 'The parts have keys of their own, such as cluster.servers[0].<name>.'],
  ])('refuses one value for all parts: %s', async (line, type, reason) => {
    const failure = await failureOf(bindProperties<object>(await environmentOf(lines('', line)), type));
    expect(failure.violations).toMatchObject([{ key: line.split('=')[0], reason, origin: { line: 2 } }]);
  });

  it('[BP-18] takes a dotted key of a map of objects as nested, and as one in brackets', async () => {
    const one = await bindProperties(await environmentOf(lines('cluster.named.[a.b].name=x')), Cluster);
    expect([...one.named]).toEqual([['a.b', Object.assign(new Server(), { name: 'x' })]]);
    const nested = await failureOf(bindProperties(await environmentOf(lines('cluster.named.a.b.name=x')), Cluster));
    expect(nested.violations.map(({ key, reason }) => [key, reason])).toEqual([
      ['cluster.named.a.name', 'name must be a string'],
    ]);
  });
});

describe('fields without value', () => {
  it('keeps optional ones unset, and makes a nested object with its first value', async () => {
    const empty = await bindProperties(await environmentOf({}), Cluster);
    expect(empty.size).toBeUndefined();
    expect(empty.backup).toBeUndefined();
    const filled = await bindProperties(await environmentOf(lines('cluster.size=3', 'cluster.backup.name=b')), Cluster);
    expect(filled.size).toBe(3);
    expect(filled.backup).toBeInstanceOf(Server);
    expect(filled.backup).toMatchObject({ name: 'b', port: 80 });
  });

  it('asks for one that has no default', async () => {
    const failure = await failureOf(bindProperties(await environmentOf(lines('cluster.servers[0].port=1')), Cluster));
    expect(failure.violations).toHaveLength(1);
    expect(failure.violations[0]).toMatchObject({
      key: 'cluster.servers[0].name',
      value: null,
      reason: 'name must be a string',
    });
  });
});

describe('unknown and invalid values', () => {
  @ConfigurationProperties('tools', { ignoreUnknownFields: false })
  class StrictTools extends ToolProperties {}

  @ConfigurationProperties('tools', { ignoreInvalidFields: true })
  class LenientTools extends ToolProperties {}

  it('[BP-19] ignores unknown keys, or fails on them, and never looks at environment variables', async () => {
    const options = { env: { TOOLS_NO_SUCH: '1' } };
    await expect(bind(lines('tools.no-such=1'), options)).resolves.toBeInstanceOf(Limits);
    await expect(bindProperties(await environmentOf({}, options), StrictTools)).resolves.toBeInstanceOf(StrictTools);
    const failure = await failureOf(
      bindProperties(await environmentOf(lines('tools.no-such=1', 'tools.limits.nothing=2'), options), StrictTools),
    );
    expect(failure.failures).toMatchObject([{ target: 'StrictTools', prefix: 'tools', kind: 'unbound' }]);
    expect(failure.violations).toMatchObject([
      {
        key: 'tools.no-such',
        value: '1',
        origin: { line: 1 },
        reason: 'The elements [tools.no-such] were left unbound.',
      },
      {
        key: 'tools.limits.nothing',
        value: '2',
        origin: { line: 2 },
        reason: 'The elements [tools.limits.nothing] were left unbound.',
      },
    ]);
  });

  it('[BP-20] keeps the default of a field whose value is invalid', async () => {
    const bound = await bindProperties(await environmentOf(lines(`${KEY}=many`, 'tools.enabled=off')), LenientTools);
    expect(bound.limits.maxTotalToolCalls).toBe(150);
    expect(bound.enabled).toBe(false);
  });

  it('[BP-24] reports every broken constraint with key, value, origin and reason', async () => {
    @ConfigurationProperties('outer')
    class Outer {
      @IsInt() @Max(10) size: number = 1;
      @ValidateNested() limits: Limits = new Limits();
      unchecked: Limits = new Limits();
    }
    const valid = lines(
      'outer.size=10',
      'outer.limits.max-total-tool-calls=1000',
      'outer.unchecked.max-total-tool-calls=1001',
    );
    expect(await bindProperties(await environmentOf(valid), Outer)).toMatchObject({
      size: 10,
      unchecked: { maxTotalToolCalls: 1001 },
    });
    const failure = await failureOf(
      bindProperties(await environmentOf(lines('outer.size=11', 'outer.limits.maxTotalToolCalls=1001')), Outer),
    );
    expect(failure.failures).toMatchObject([{ target: 'Outer', prefix: 'outer', kind: 'validation' }]);
    expect(failure.violations).toMatchObject([
      { key: 'outer.size', value: '11', origin: { line: 1, column: 12 }, reason: 'size must not be greater than 10' },
      {
        key: 'outer.limits.max-total-tool-calls',
        value: '1001',
        origin: { line: 2, column: 32 },
        reason: 'maxTotalToolCalls must not be greater than 1000',
        allowed: 'an integer from 1 to 1000',
      },
    ]);
  });

  it('blames the elements of a list or a map that break a constraint, or all of them together', async () => {
    @ConfigurationProperties('parts')
    class Parts {
      @IsMapOf('int') @Min(1, { each: true }) limits: Map<string, number> = new Map();
      @IsInt({ each: true }) @Max(5, { each: true }) @ArrayMaxSize(3) sizes: number[] = [];
    }
    const wrong = lines('parts.limits.ok=1', 'parts.limits.no.w=0', 'parts.sizes=1,6,7');
    const failure = await failureOf(bindProperties(await environmentOf(wrong), Parts));
    expect(failure.violations.map(({ key, value, origin }) => [key, value, origin?.line])).toEqual([
      ['parts.limits.no.w', '0', 2],
      ['parts.sizes[1]', '6', 3],
      ['parts.sizes[2]', '7', 3],
    ]);
    const long = await failureOf(bindProperties(await environmentOf(lines('parts.sizes=1,2,3,4')), Parts));
    expect(long.violations.map(({ key, value }) => [key, value])).toEqual([['parts.sizes', '1,2,3,4']]);
  });

  it('[BH-05] reports all wrong values of several classes and files at once', async () => {
    const environment = await environmentOf({
      'application.properties': `${KEY}=many\ncluster.size=big\n`,
      'config/application.yaml': 'tools:\n  enabled: perhaps\n',
    });
    const failure = await failureOf(bindAllProperties(environment, [ToolProperties, Cluster, ToolProperties]));
    expect(failure.violations.map(({ key, value, origin }) => [key, value, origin?.line])).toEqual([
      [KEY, 'many', 1],
      ['tools.enabled', 'perhaps', 2],
      ['cluster.size', 'big', 2],
    ]);
    expect(failure.message).toMatch(
      /^3 wrong values:\n.*application\.properties - 1:35: tools\.limits\.max-total-tool-calls=many: 'many' is not a valid integer; allowed: an integer from 1 to 1000\n/,
    );
  });

  it('[BS-18a] fails on a placeholder without value, with key and origin', async () => {
    const environment = await environmentOf(
      lines(
        `${KEY}=\${missing}`,
        'tools.limits.excluded-tools=${gone}',
        'cluster.tags[0]=a',
        'cluster.tags[1]=${none}',
        'cluster.named.a.name=${nil}',
      ),
    );
    expect(() => environment.getProperty(KEY)).toThrow("Could not resolve placeholder 'missing'");
    const failure = await failureOf(bindProperties(environment, ToolProperties));
    expect(failure.violations).toMatchObject([
      {
        key: KEY,
        value: '${missing}',
        origin: { line: 1 },
        reason: expect.stringContaining("Could not resolve placeholder 'missing'"),
      },
      { key: 'tools.limits.excluded-tools', value: '${gone}', origin: { line: 2 } },
    ]);
    const others = await failureOf(bindProperties(environment, Cluster));
    expect(others.violations.filter(({ reason }) => reason.startsWith('Could not'))).toMatchObject([
      { key: 'cluster.named.a.name', value: '${nil}', origin: { line: 5 } },
      { key: 'cluster.tags[1]', value: '${none}', origin: { line: 4 } },
    ]);
  });

  it('[BH-07] masks secrets in values and reasons', async () => {
    @ConfigurationProperties('vault')
    class Vault {
      @Secret() @IsInt() pin: number = 1;
      @IsInt() apiKey: number = 1;
    }
    const failure = await failureOf(
      bindProperties(await environmentOf(lines('vault.pin=hunter2', 'vault.api-key=hunter3')), Vault),
    );
    expect(failure.violations.map(({ value, reason }) => [value, reason])).toEqual([
      ['******', "'******' is not a valid integer"],
      ['******', "'******' is not a valid integer"],
    ]);
    expect(failure.message).not.toContain('hunter');
  });
});

describe('objects that exist', () => {
  it('[BP-23] sets their fields, with their present values as defaults', async () => {
    class Client {
      @IsDuration() timeout = 1000;
      @IsString() name: string;
      readonly limits = new Limits();
      constructor(name: string) {
        this.name = name;
      }
    }
    const client = new Client('given');
    const { limits } = client;
    await bindPropertiesOf(
      await environmentOf(lines('another.timeout=2s', 'another.limits.maxTotalToolCalls=7')),
      client,
      'another',
    );
    expect(client.timeout).toBe(2000);
    expect(client.name).toBe('given');
    expect(client.limits).toBe(limits);
    expect(limits.maxTotalToolCalls).toBe(7);
    await failureOf(bindPropertiesOf(await environmentOf(lines('another.timeout=soon')), client, 'another'));
  });
});

describe('unknown keys under known prefixes', () => {
  let log: RecordingLogProvider;
  beforeEach(() => {
    log = RecordingLogProvider.install();
  });
  afterEach(() => {
    log.uninstall();
  });

  it('[BH-01] warns once with file, line and the nearest key, or fails', async () => {
    const files = lines(
      'tools.limits.max-total-tool-cals=5',
      'tools.enabld=true',
      'app.own=1',
      `${KEY}=1`,
      'tools.limits.max-calls-per-tool.any=1',
      'tools.limits.excluded-tools[0]=a',
    );
    checkUnknownKeys(await environmentOf(files, { env: { TOOLS_OTHER: '1' } }), [ToolProperties, Cluster]);
    expect(log.messages('warn')).toHaveLength(1);
    expect(log.messages('warn')[0]!.replaceAll(/\S*\/application/g, 'application')).toBe(
      'Unknown configuration keys: ' +
        "application.properties:1: unknown configuration key 'tools.limits.max-total-tool-cals'; did you mean 'tools.limits.max-total-tool-calls'?, " +
        "application.properties:2: unknown configuration key 'tools.enabld'; did you mean 'tools.enabled'?",
    );
    const strict = await environmentOf(files, { args: ['--config.unknown-keys=error'] });
    expect(() => {
      checkUnknownKeys(strict, [ToolProperties]);
    }).toThrow(log.messages('warn')[0]!.slice(-40));
    expect(log.entries).toHaveLength(1);
  });

  it('finds typos on the command line, and says nothing with `ignore` or for keys that others read', async () => {
    const typo = await environmentOf({}, { args: ['--tools.limits.max-total-tool-cals=1'] });
    checkUnknownKeys(typo, [ToolProperties]);
    expect(log.messages('warn')).toEqual([
      "command line: unknown configuration key 'tools.limits.max-total-tool-cals'; did you mean 'tools.limits.max-total-tool-calls'?",
    ]);
    checkUnknownKeys(typo, [ToolProperties], ['tools.limits.max-total-tool-cals']);
    checkUnknownKeys(await environmentOf({}, { args: ['--tools.x=1', '--config.unknown-keys=ignore'] }), [
      ToolProperties,
    ]);
    expect(log.entries).toHaveLength(1);
  });

  it('lists keys of Spring AI that are not supported', async () => {
    checkUnknownKeys(
      await environmentOf(lines('spring.ai.foo.bar=1', 'spring.ai.tools.enabled=true', 'spring.other=1')),
      [ToolProperties],
    );
    expect(log.messages('warn')).toEqual([
      expect.stringMatching(/application\.properties:1: 'spring\.ai\.foo\.bar' is not supported$/),
    ]);
  });
});

describe('description of properties', () => {
  it('names every key with type, default, description and what is allowed', () => {
    const described = describeProperties(ToolProperties);
    expect(described.map(({ key, type }) => [key, type])).toEqual([
      [KEY, 'int'],
      ['tools.limits.max-calls-per-tool', 'map of int'],
      ['tools.limits.excluded-tools', 'list of string'],
      ['tools.limits.on-limit-exceeded', 'enum'],
      ['tools.enabled', 'boolean'],
    ]);
    expect(described[0]).toEqual({
      key: KEY,
      type: 'int',
      defaultValue: 150,
      description: 'Calls of all tools together in one turn.',
      allowed: 'an integer from 1 to 1000',
      validValues: [],
      minimum: 1,
      maximum: 1000,
      secret: false,
    });
    expect(described[3]).toMatchObject({
      allowed: 'one of RETURN_ERROR_RESPONSE, THROW',
      validValues: ['RETURN_ERROR_RESPONSE', 'THROW'],
    });
    expect(describeProperties(Cluster).map(({ key }) => key)).toEqual([
      'cluster.servers[*].name',
      'cluster.servers[*].port',
      'cluster.named.*.name',
      'cluster.named.*.port',
      'cluster.tags',
      'cluster.size',
      'cluster.backup.name',
      'cluster.backup.port',
    ]);
  });
});
