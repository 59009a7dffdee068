import { describe, expect, it } from '@jest/globals';
import { environmentOf } from '../env/configFolder.js';

const PROFILES = {
  'application.properties': 'a=plain\nb=plain\nc=plain\n',
  'application-prod.properties': 'b=prod\nc=prod\n',
  'application-live.yaml': 'c: live\n',
  'application-default.properties': 'a=default\n',
  'application-common.properties': 'a=common\nb=common\n',
};

async function values(args: readonly string[], files: Readonly<Record<string, string>> = PROFILES) {
  const environment = await environmentOf(files, { args });
  return {
    active: environment.activeProfiles,
    get: (...keys: string[]) => keys.map((key) => environment.getProperty(key)),
  };
}

describe('profiles', () => {
  it('[BS-10] reads the files of active profiles, the later profile winning', async () => {
    const loaded = await values(['--profiles.active=prod,live']);
    expect(loaded.get('a', 'b', 'c')).toEqual(['plain', 'prod', 'live']);
    expect(loaded.active).toEqual(['prod', 'live']);
    expect((await values(['--spring.profiles.active=live,prod'])).get('c')).toEqual(['prod']);
  });

  it('reads profiles from environment variables in both forms', async () => {
    for (const name of ['PROFILES_ACTIVE', 'SPRING_PROFILES_ACTIVE']) {
      const environment = await environmentOf(PROFILES, { env: { [name]: 'prod' } });
      expect(environment.getProperty('b')).toBe('prod');
    }
  });

  it('[BS-11] uses the profile `default` if none is active', async () => {
    const loaded = await values([]);
    expect(loaded.get('a', 'b')).toEqual(['default', 'plain']);
    expect(loaded.active).toEqual([]);
    expect((await values(['--profiles.default=prod'])).get('a', 'b')).toEqual(['plain', 'prod']);
  });

  it('[BS-12] replaces, includes and expands profiles', async () => {
    const files = {
      ...PROFILES,
      'application.properties': 'profiles.active=prod\nprofiles.group.production=proddb,prodmq\na=plain\nb=plain\n',
    };
    expect((await values([], files)).active).toEqual(['prod']);
    expect((await values(['--profiles.active=live'], files)).active).toEqual(['live']);
    const included = await values(['--profiles.include=common'], files);
    expect(included.active).toEqual(['common', 'prod']);
    expect(included.get('a', 'b')).toEqual(['common', 'prod']);
    expect((await values(['--profiles.active=production'], files)).active).toEqual(['production', 'proddb', 'prodmq']);
    const everywhere = await environmentOf(
      { 'application.yaml': 'profiles:\n  include: [common, "${more}"]\n  active: prod\nmore: extra\n' },
      { env: { PROFILES_INCLUDE: 'debug,common' } },
    );
    expect(everywhere.activeProfiles).toEqual(['common', 'extra', 'debug', 'prod']);
  });

  it.each([
    ['a profile file', { 'application-prod.properties': 'x=1\nprofiles.active=live\n' }],
    ['a profile document', { 'application.properties': 'config.activate.on-profile=prod\nprofiles.active=live\n' }],
  ])('[BS-13] refuses to choose profiles in %s', async (_case, files) => {
    const failure = await environmentOf(files, { args: ['--profiles.active=prod'] }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INVALID_CONFIG_DATA_PROPERTY', origin: { line: 2, column: 17 } });
    expect((failure as Error).message).toMatch(
      /^Property 'profiles\.active' imported from location '.*\.properties' is invalid in a profile specific resource \[origin: .*\.properties - 2:17\]$/,
    );
  });

  it.each([
    ['prod | staging', ['staging'], true],
    ['prod | staging', ['dev'], false],
    ['!prod', ['dev'], true],
    ['!prod', ['prod'], false],
    ['a & b', ['a', 'b'], true],
    ['a & b', ['a'], false],
    ['a & (b | !c)', ['a'], true],
    ['a & (b | !c)', ['a', 'c'], false],
    ['prod,staging', ['staging'], true],
    ['prod,staging', ['dev'], false],
  ])('[BS-14] activates a document for %j with %j: %j', async (expression, active, expected) => {
    const environment = await environmentOf(
      { 'application.properties': `a=first\n#---\nconfig.activate.on-profile=${expression}\na=second\n` },
      { args: [`--profiles.active=${active.join(',')}`] },
    );
    expect(environment.getProperty('a')).toBe(expected ? 'second' : 'first');
  });

  it('refuses an expression that mixes operators, with its place', async () => {
    const files = { 'application.properties': 'config.activate.on-profile=a & b | c\n' };
    await expect(environmentOf(files)).rejects.toThrow(
      /^Malformed profile expression 'a & b \| c' at .*application\.properties:1$/,
    );
  });

  it('does not read imports of documents that are not active', async () => {
    const yaml = 'config:\n  activate:\n    on-profile: prod\n  import: gone.yaml\n';
    await expect(environmentOf({ 'application.yaml': yaml })).resolves.toBeDefined();
    await expect(
      environmentOf({ 'application.yaml': yaml }, { args: ['--profiles.active=prod'] }),
    ).rejects.toMatchObject({
      location: 'gone.yaml',
    });
  });

  it('[BS-15] checks the names of profiles unless told otherwise', async () => {
    expect((await values(['--profiles.active=prod'])).active).toEqual(['prod']);
    expect((await values(['--profiles.active=a.b_c-d+e@f'])).active).toEqual(['a.b_c-d+e@f']);
    await expect(values(['--profiles.active=-x'])).rejects.toThrow(
      "Profile '-x' must start and end with a letter or digit",
    );
    await expect(values(['--profiles.active=x!'])).rejects.toThrow(
      "Profile 'x!' must contain a letter, digit or allowed char ('-', '_', '.', '+', '@')",
    );
    expect((await values(['--profiles.active=-x', '--profiles.validate=false'])).active).toEqual(['-x']);
  });
});
