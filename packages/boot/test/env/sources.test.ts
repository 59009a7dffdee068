import { afterEach, describe, expect, it } from '@jest/globals';
import { prepareEnvironment, PropertyName } from '@toolwright/boot';
import { join } from 'node:path';
import { configFolder, environmentOf } from './configFolder.js';

describe('precedence of sources', () => {
  const key = 'tools.limits.max-total-tool-calls';
  const all = {
    files: { 'application.properties': `${key}=2\n`, 'application-p.properties': `${key}=3\n` },
    options: {
      defaultProperties: { [key]: 1, 'profiles.active': 'p' },
      env: { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '4', APPLICATION_JSON: `{"${key}":5}` },
      args: [`--${key}=6`],
      properties: { [key]: 7 },
    },
  };

  it('[BS-01] lets each later source win over all earlier ones', async () => {
    const { files, options } = all;
    const value = async (environment: ReturnType<typeof environmentOf>) => (await environment).getProperty(key);
    const { defaultProperties, env, args, properties } = options;
    expect(await value(environmentOf({}, { defaultProperties }))).toBe('1');
    const plain = { 'application.properties': files['application.properties'] };
    expect(await value(environmentOf(plain, { defaultProperties }))).toBe('2');
    expect(await value(environmentOf(files, { defaultProperties }))).toBe('3');
    const variable = { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '4' };
    expect(await value(environmentOf(files, { defaultProperties, env: variable }))).toBe('4');
    expect(await value(environmentOf(files, { defaultProperties, env }))).toBe('5');
    expect(await value(environmentOf(files, { defaultProperties, env, args }))).toBe('6');
    expect(await value(environmentOf(files, { defaultProperties, env, args, properties }))).toBe('7');
  });

  it('names the origin of every kind of source', async () => {
    const environment = await environmentOf(
      { 'application.properties': 'a=1\n' },
      { env: { B_X: '2' }, args: ['--c=3'], properties: { d: 4 }, defaultProperties: { e: 5 } },
    );
    expect(environment.getOrigin('a')).toMatchObject({ line: 1, column: 3 });
    expect(environment.getOrigin('b.x')).toEqual({ source: 'environment variable B_X' });
    expect(environment.getOrigin('c')).toEqual({ source: 'command line' });
    expect(environment.getOrigin('d')).toEqual({ source: 'properties of the application' });
    expect(environment.getOrigin('e')).toEqual({ source: 'default properties' });
    expect(environment.getOrigin('f')).toBeUndefined();
  });

  it('[BH-06] explains a value, its origin and all that it shadows, and masks secrets', async () => {
    const environment = await environmentOf(
      { 'application.properties': `a=from-file\n${key}=1\napi.token=file-secret\n` },
      { env: { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '${n}', API_TOKEN: 'env-secret' }, args: ['--n=9'] },
    );
    const explained = environment.explain(`spring.ai.${key}`);
    expect(explained).toMatchObject({
      key,
      value: '9',
      origin: { source: 'environment variable TOOLS_LIMITS_MAXTOTALTOOLCALLS' },
      shadowed: [{ value: '1', origin: { line: 2, column: 35 } }],
    });
    const secret = environment.explain('api.token');
    expect(secret.value).toBe('******');
    expect(secret.shadowed.map(({ value }) => value)).toEqual(['******']);
    expect(environment.explain('no.such')).toEqual({
      key: 'no.such',
      value: undefined,
      origin: undefined,
      shadowed: [],
    });
  });
});

describe('command line', () => {
  it('[BS-02] takes options as properties and keeps other arguments', async () => {
    const environment = await environmentOf(
      {},
      { args: ['--tools.limits.max-total-tool-calls=5', '--debug', 'question'] },
    );
    expect(environment.getProperty('tools.limits.max-total-tool-calls')).toBe('5');
    expect(environment.getProperty('debug')).toBe('');
    expect(environment.nonOptionArguments).toEqual(['question']);
  });

  it('joins repeated options to a list and keeps `=` in values', async () => {
    const environment = await environmentOf({}, { args: ['--a=1', '--a=2', '--b=x=y'] });
    expect(environment.getProperty('a')).toBe('1,2');
    expect(environment.getProperty('b')).toBe('x=y');
  });
});

describe('APPLICATION_JSON', () => {
  it('[BS-09] sets keys, and null does not override', async () => {
    const environment = await environmentOf(
      { 'application.properties': 'my.other=file\n' },
      { env: { APPLICATION_JSON: '{"my":{"name":"t","other":null,"${x}":"kept"}}' } },
    );
    expect(environment.getProperty('my.name')).toBe('t');
    expect(environment.getOrigin('my.name')).toEqual({ source: 'environment variable APPLICATION_JSON' });
    expect(environment.getProperty('my.other')).toBe('file');
  });

  it('accepts the name that Spring Boot uses and refuses text that is no object', async () => {
    const environment = await environmentOf({}, { env: { SPRING_APPLICATION_JSON: '{"a":1}' } });
    expect(environment.getProperty('a')).toBe('1');
    await expect(environmentOf({}, { env: { APPLICATION_JSON: '{' } })).rejects.toMatchObject({
      code: 'CONFIG_FILE_FORMAT',
    });
    await expect(environmentOf({}, { env: { APPLICATION_JSON: '[1]' } })).rejects.toMatchObject({
      reason: 'The text must be a JSON object.',
    });
  });
});

describe('names', () => {
  it.each([
    'tools.limits.max-total-tool-calls',
    'tools.limits.maxTotalToolCalls',
    'tools.limits.max_total_tool_calls',
    'tools.limits.MAX-TOTAL-TOOL-CALLS',
  ])('reads %s under every other spelling', async (written) => {
    const environment = await environmentOf({ 'application.properties': `${written}=5\n` });
    expect(environment.getProperty('tools.limits.max-total-tool-calls')).toBe('5');
    expect(environment.getProperty('tools.limits.maxTotalToolCalls')).toBe('5');
    expect(environment.containsProperty('TOOLS.limits.max_total_tool_calls')).toBe(true);
  });

  it('[BP-03] turns environment variables into keys', async () => {
    const environment = await environmentOf(
      {},
      { env: { SERVER_PORT: '1', HOST_0: '2', HOST_0_NAME: '3', HOST_0_1: '4', HOST_F00_NAME: '5', _: '6' } },
    );
    const source = environment.propertySources.find(({ name }) => name === 'environment variables');
    expect(source?.entries.map(({ name }) => name.toString())).toEqual([
      'server.port',
      'host[0]',
      'host[0].name',
      'host[0][1]',
      'host.f00.name',
    ]);
    expect(
      ['server.port', 'host[0]', 'host[0].name', 'host[0][1]', 'host.f00.name'].map((key) =>
        environment.getProperty(key),
      ),
    ).toEqual(['1', '2', '3', '4', '5']);
  });

  it('finds variables that are written like the key', async () => {
    const env = { 'server.port': '1', 'my-app.max-size': '2', 'SPRING.AI.tools.x': '3', HOST_0: '4' };
    const environment = await environmentOf({}, { env });
    const values = ['server.port', 'my-app.max-size', 'myApp.maxSize', 'tools.x', 'host[0]'].map((key) =>
      environment.getProperty(key),
    );
    expect(values).toEqual(['1', '2', '2', '3', '4']);
  });

  it('finds variables of keys whose first part is not one plain word', async () => {
    const environment = await environmentOf(
      {},
      {
        env: {
          MY_APP_NAME: 'older form',
          OURAPP_NAME: 'form',
          MYAPPS: 'other',
          _HIDDEN_NAME: 'underscore',
          Ä_B: 'letter',
        },
      },
    );
    const values = [
      'my-app.name',
      'myApp.name',
      'our-app.name',
      'OurApp.name',
      '_hidden.name',
      'ä.b',
      'my-app.other',
    ].map((key) => environment.getProperty(key));
    expect(values).toEqual(['older form', 'older form', 'form', 'form', 'underscore', 'letter', undefined]);
  });

  it('accepts the prefixes of Spring; the source of higher precedence wins', async () => {
    const environment = await environmentOf(
      {
        'application.properties':
          'tools.x=file\nspring.ai.tools.y=file\nspring.ai.tools.z=alias\ntools.z=plain\nspring.ai.tools.z=alias\n',
      },
      { env: { SPRING_AI_TOOLS_X: 'env' }, args: ['--tools.y=arg'] },
    );
    expect(environment.getProperty('tools.x')).toBe('env');
    expect(environment.getProperty('spring.ai.tools.x')).toBe('env');
    expect(environment.getProperty('tools.y')).toBe('arg');
    expect(environment.getProperty('tools.z')).toBe('plain');
  });

  it('writes a name as it was read', () => {
    expect(PropertyName.of('servers[0].maxCalls.[a/b]').toString()).toBe('servers[0].maxCalls[a/b]');
    expect(PropertyName.of('spring.profiles.active').toString()).toBe('profiles.active');
    expect(PropertyName.of('spring.ai').toString()).toBe('spring.ai');
    expect(PropertyName.of('spring.datasource.url').toString()).toBe('spring.datasource.url');
  });
});

describe('file locations', () => {
  const previous = process.cwd();
  afterEach(() => {
    process.chdir(previous);
  });

  it('[BS-03] searches ./, ./config/ and ./config/*/, later ones winning, all of them optional', async () => {
    const files = {
      'application.properties': 'a=1\nb=1\nc=1\nd=1\n',
      'config/application.properties': 'b=2\nc=2\nd=2\n',
      'config/x/application.properties': 'c=3\nd=3\n',
      'config/y/application.yaml': 'd: 4\n',
    };
    const environment = await environmentOf(files);
    expect(['a', 'b', 'c', 'd'].map((key) => environment.getProperty(key))).toEqual(['1', '2', '3', '4']);
    expect((await environmentOf({})).getProperty('a')).toBeUndefined();
    expect((await environmentOf({ 'app.yaml': 'a: 9\n' }, { args: ['--config.name=app'] })).getProperty('a')).toBe('9');
  });

  it('searches the working directory and names files relative to it', async () => {
    process.chdir(configFolder({ 'config/application.properties': 'a=1\n' }));
    const environment = await prepareEnvironment({ env: {} });
    expect(environment.getOrigin('a')).toEqual({ source: 'config/application.properties', line: 1, column: 3 });
  });

  it('[BS-04] prefers .properties to YAML in one place', async () => {
    const environment = await environmentOf({
      'application.yaml': 'a: yaml\nb: yaml\n',
      'application.properties': 'a=properties\n',
    });
    expect(environment.getProperty('a')).toBe('properties');
    expect(environment.getProperty('b')).toBe('yaml');
  });

  it('[BS-05] replaces the locations, or adds to them', async () => {
    const files = {
      'application.properties': 'x=default\ny=default\n',
      'a/application.properties': 'x=a\nz=a\n',
      'b/application.properties': 'z=b\n',
      'c/application.properties': 'x=c\n',
    };
    const replaced = await environmentOf(files, { args: ['--config.location=a/,b/'] });
    expect(['x', 'y', 'z'].map((key) => replaced.getProperty(key))).toEqual(['a', undefined, 'b']);
    const added = await environmentOf(files, { args: ['--config.additional-location=c/'] });
    expect(['x', 'y'].map((key) => added.getProperty(key))).toEqual(['c', 'default']);
  });

  it('refuses a named location that is missing, unless it is optional', async () => {
    await expect(environmentOf({}, { args: ['--config.location=x/'] })).rejects.toMatchObject({
      code: 'CONFIG_DATA_LOCATION_NOT_FOUND',
      message: "Config data location 'x/' cannot be found",
      origin: { source: 'command line' },
    });
    await expect(environmentOf({}, { args: ['--config.location=optional:x/'] })).resolves.toBeDefined();
    await expect(
      environmentOf({}, { args: ['--config.location=x.yaml', '--config.on-not-found=ignore'] }),
    ).resolves.toBeDefined();
  });

  it('[BS-07] imports relative to the file, above the importing document, once, with variants of profiles', async () => {
    const environment = await environmentOf(
      {
        'config/application.properties':
          'config.import=extra.properties,more/other.yaml\na=importing\nprofiles.active=prod\nb=importing\n',
        'config/extra.properties': 'a=extra\nb=extra\nconfig.import=more/other.yaml\n',
        'config/extra-prod.properties': 'a=extra-prod\n',
        'config/more/other.yaml': 'b: other\nconfig:\n  import: ../extra.properties\n',
      },
      {},
    );
    expect(environment.getProperty('a')).toBe('extra-prod');
    expect(environment.getProperty('b')).toBe('other');
    const names = environment.propertySources.map(({ name }) => name.split('/').at(-1));
    expect(names.filter((name) => name === 'extra.properties')).toHaveLength(1);
    expect(names.filter((name) => name === 'other.yaml')).toHaveLength(1);
    await expect(environmentOf({ 'application.properties': 'a=1\nconfig.import=gone.yaml\n' })).rejects.toMatchObject({
      location: 'gone.yaml',
      origin: { line: 2, column: 15 },
    });
    const other = await environmentOf({ 'application.properties': 'config.import=optional:gone.yaml\na=1\n' });
    expect(other.getProperty('a')).toBe('1');
  });

  it('does not read a file again that an import leads back to', async () => {
    const environment = await environmentOf({
      'application.properties': 'config.import=b.properties\na=importing\n',
      'b.properties': 'config.import=application.properties\na=imported\n',
    });
    expect(environment.getProperty('a')).toBe('imported');
    expect(environment.propertySources.filter(({ name }) => name.endsWith('application.properties'))).toHaveLength(1);
    await expect(environmentOf({ 'application.properties': 'config.import=application.yaml\n' })).rejects.toMatchObject(
      {
        location: 'application.yaml',
      },
    );
  });

  it('[BS-08] reads directories whose files are values', async () => {
    const folder = configFolder({
      'tree/myapp/username': 'ann\n',
      'tree/myapp.password': 'pw',
      'roots/b/x': 'b',
      'roots/a/x': 'a',
      'application.properties': 'config.import=configtree:tree/,configtree:roots/*/\n',
    });
    const environment = await prepareEnvironment({ env: {}, config: folder });
    expect(environment.getProperty('myapp.username')).toBe('ann');
    expect(environment.getProperty('myapp.password')).toBe('pw');
    expect(environment.getOrigin('myapp.password')?.source).toBe(join(folder, 'tree/myapp.password'));
    expect(environment.getProperty('x')).toBe('b');
  });
});
