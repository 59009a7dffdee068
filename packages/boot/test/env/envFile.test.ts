import { ConfigDataLocationNotFoundException } from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { environmentOf } from './configFolder.js';

const text = [
  '# settings of this machine',
  'TOOLS_LIMITS_MAXTOTALTOOLCALLS=5',
  'export CHAT_MODEL_NAME="a name with # and = in it"',
  'A_B=1',
  'A_B= 2',
  '',
].join('\n');

describe('the .env file', () => {
  it('sets what variables of the environment would, with file and line as origin', async () => {
    const environment = await environmentOf({ '.env': text });
    expect(environment.getProperty('tools.limits.max-total-tool-calls')).toBe('5');
    expect(environment.getProperty('chat.model.name')).toBe('a name with # and = in it');
    expect(environment.getProperty('a.b')).toBe('2');
    const origin = environment.getOrigin('tools.limits.max-total-tool-calls');
    expect(origin).toMatchObject({ line: 2, column: 32 });
    expect(origin?.source).toMatch(/\.env$/);
    expect(environment.getOrigin('chat.model.name')).toMatchObject({ line: 3, column: 25 });
    expect(environment.getOrigin('a.b')).toMatchObject({ line: 5, column: 6 });
  });

  it('wins over configuration files and yields to the environment and the command line', async () => {
    const files = { '.env': 'K_A=file\n', 'application.properties': 'k.a=properties\nk.b=properties\n' };
    const value = async (options: object) => (await environmentOf(files, options)).getProperty('k.a');
    expect(await value({})).toBe('file');
    expect(await value({ env: { K_A: 'variable' } })).toBe('variable');
    expect(await value({ args: ['--k.a=argument'] })).toBe('argument');
    const { shadowed } = (await environmentOf(files, { env: { K_A: 'variable' } })).explain('k.a');
    expect(shadowed.map((one) => one.value)).toEqual(['file', 'properties']);
  });

  it('may choose profiles and hold APPLICATION_JSON', async () => {
    const environment = await environmentOf({
      '.env': 'PROFILES_ACTIVE=dev\nAPPLICATION_JSON={"k":{"a":7}}\n',
      'application-dev.properties': 'k.b=dev\n',
    });
    expect(environment.activeProfiles).toEqual(['dev']);
    expect(environment.getProperty('k.a')).toBe('7');
    expect(environment.getProperty('k.b')).toBe('dev');
  });

  it('may begin with a byte order mark, and may be a folder that is none of ours', async () => {
    expect((await environmentOf({ '.env': '\uFEFFK_A=1\n' })).getProperty('k.a')).toBe('1');
    const environment = await environmentOf({ '.env/bin/activate': '', 'application.properties': 'k.a=2\n' });
    expect(environment.getProperty('k.a')).toBe('2');
  });

  it('is another one, or none, by config.env-file', async () => {
    const files = { '.env': 'K_A=usual\n', 'conf/local.env': 'K_A=other\n' };
    const value = async (name: string) =>
      (await environmentOf(files, { args: [`--config.env-file=${name}`] })).getProperty('k.a');
    expect(await value('conf/local.env')).toBe('other');
    expect(await value('')).toBeUndefined();
    await expect(value('gone.env')).rejects.toThrow(ConfigDataLocationNotFoundException);
    expect((await environmentOf({}, {})).getProperty('k.a')).toBeUndefined();
  });
});
