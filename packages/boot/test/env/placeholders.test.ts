import { join } from 'node:path';
import {
  ApplicationContext,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  PlaceholderResolutionException,
} from '@toolwright/boot';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IsInt, IsString } from 'class-validator';
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { failureOf, runContext } from '../runContext.js';
import { configFolder, environmentOf } from './configFolder.js';

async function resolver(properties: Readonly<Record<string, unknown>>) {
  return await environmentOf({}, { properties });
}

describe('placeholders', () => {
  it('[BS-16] resolves values, defaults, nested defaults, nested keys and defaults with colons', async () => {
    const environment = await resolver({ 'app.name': 'Demo', x: '-b', 'pre-b': 'nested', c: 'inner' });
    expect(environment.resolvePlaceholders('${app.name}')).toBe('Demo');
    expect(environment.resolvePlaceholders('${user:Unknown}')).toBe('Unknown');
    expect(environment.resolvePlaceholders('${a:${b:c}}')).toBe('c');
    expect(environment.resolvePlaceholders('${pre${x}}')).toBe('nested');
    expect(environment.resolvePlaceholders('${url:http://host:80/}')).toBe('http://host:80/');
    expect(environment.resolvePlaceholders('<${app.name}, ${appName:none}, ${a:}>')).toBe('<Demo, none, >');
  });

  it('takes braces in pairs as part of a default', async () => {
    const environment = await resolver({ set: 'v' });
    expect(environment.resolvePlaceholders('${set:{"a":{"b":1}}}')).toBe('v');
    expect(environment.resolvePlaceholders('${none:{"a":{"b":"${set:{}}"}}}!')).toBe('{"a":{"b":"v"}}!');
    expect(environment.resolvePlaceholders('${none:{}, ${set}')).toBe('{, v');
  });

  it('[BS-17] refuses circular references with their chain and origins', async () => {
    const environment = await environmentOf({ 'application.properties': 'a=${b}\nb=${a}\n' });
    expect(() => environment.getProperty('a')).toThrow(/^Circular placeholder reference 'b'/);
    expect(() => environment.getProperty('a')).toThrow(
      /'a' \(.*application\.properties - 1:3\) -> 'b' \(.* - 2:3\) -> 'a' \(.* - 1:3\) -> 'b'$/,
    );
  });

  it('refuses a placeholder without value and default, with key and origin', async () => {
    const environment = await environmentOf({ 'application.properties': 'a=x ${missing}\n' });
    expect(() => environment.getProperty('a')).toThrow(
      /^Could not resolve placeholder 'missing': 'a' \(.*application\.properties - 1:3\)$/,
    );
    expect(() => environment.resolvePlaceholders('${missing}')).toThrow("Could not resolve placeholder 'missing'");
  });

  it.each(['profiles.active', 'config.import', 'profiles.include[0]'])(
    'refuses one in %s, with key and origin',
    async (key) => {
      await expect(environmentOf({ 'application.properties': `${key}=\${missing}\n` })).rejects.toThrow(
        new RegExp(
          `^Could not resolve placeholder 'missing': '${key.replace(/[[\]]/g, '\\$&')}' \\(.*application\\.properties - 1:`,
        ),
      );
    },
  );

  it('[BS-18b] keeps an escaped placeholder as text', async () => {
    const environment = await resolver({ a: '\\${x}', x: '1' });
    expect(environment.getProperty('a')).toBe('${x}');
    expect(environment.resolvePlaceholders('${x}\\${x}${x}')).toBe('1${x}1');
  });

  it('[BS-19] gives a new random value at each use, within its range', async () => {
    const environment = await resolver({
      uuid: '${random.uuid}',
      small: '${random.int(10)}',
      port: '${random.int[1024,65536]}',
    });
    const of = (text: string) => environment.resolvePlaceholders(text);
    expect(environment.getProperty('uuid')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect(environment.getProperty('uuid')).not.toBe(environment.getProperty('uuid'));
    expect(of('${random.value}')).toMatch(/^[0-9a-f]{32}$/);
    expect(Number.isInteger(Number(of('${random.int}')))).toBe(true);
    expect(Number.isSafeInteger(Number(of('${random.long}')))).toBe(true);
    for (let round = 0; round < 200; round++) {
      expect(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).toContain(environment.getProperty('small'));
      const port = Number(environment.getProperty('port'));
      expect(port >= 1024 && port < 65536).toBe(true);
    }
    expect(of('${random.int[7,8]}')).toBe('7');
    expect(() => of('${random.int[8,8]}')).toThrow('upper bound above its lower bound');
    expect(() => of('${random.other}')).toThrow("Could not resolve placeholder 'random.other'");
  });

  it('leaves text without placeholders alone', async () => {
    const environment = await resolver({});
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('${')),
        async (text) => {
          expect(environment.resolvePlaceholders(text)).toBe(text);
        },
      ),
    );
    expect(environment.resolvePlaceholders('open ${a')).toBe('open ${a');
  });
});

@ConfigurationProperties('mail')
class MailProperties {
  @IsString()
  login: string = '';

  @IsInt()
  port: number = 25;
}

@Configuration()
@EnableConfigurationProperties(MailProperties)
class Mail {}

describe('secrets in files', () => {
  let folder = '';
  let path = '';

  beforeAll(() => {
    folder = configFolder({ 'secrets/login': 'pa${x}ss\n', 'secrets/empty': '' });
    path = join(folder, 'secrets/login');
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('stand in values as they are, without the last line end', async () => {
    const environment = await resolver({ login: `\${file:${path}}`, where: join(folder, 'secrets') });
    expect(environment.getProperty('login')).toBe('pa${x}ss');
    expect(environment.resolvePlaceholders('user:${file:${where}/login}@host')).toBe('user:pa${x}ss@host');
    expect(environment.resolvePlaceholders('${file:${where}/empty}')).toBe('');
  });

  it('may have a default for where there is no such file', async () => {
    const environment = await resolver({ fallback: 'dev' });
    expect(environment.resolvePlaceholders(`\${file:${path}:none}`)).toBe('pa${x}ss');
    expect(environment.resolvePlaceholders('${file:/no/such/file:${fallback}}')).toBe('dev');
    expect(environment.resolvePlaceholders('${file:/no/such/file:}')).toBe('');
    expect(environment.resolvePlaceholders('${file:C:\\no\\file:x}')).toBe('x');
  });

  it('fail with file, key and origin if they cannot be read', async () => {
    const environment = await environmentOf({ 'application.properties': 'a=x ${file:/no/such/file}\n' });
    const read = (): unknown => environment.getProperty('a');
    expect(read).toThrow(PlaceholderResolutionException);
    expect(read).toThrow(
      /^Could not resolve placeholder 'file:\/no\/such\/file': 'a' \(.*application\.properties - 1:3\)$/,
    );
    // A folder is no file, whatever the default says.
    expect(() => environment.resolvePlaceholders(`\${file:${folder}:x}`)).toThrow(
      "Could not resolve placeholder 'file:",
    );
  });

  it('never show in reports, whatever the key is called', async () => {
    const environment = await resolver({
      login: `\${file:${path}}`,
      'db.password': 'hunter2',
      url: 'x:${db.password}',
    });
    expect(environment.explain('login').value).toBe('******');
    expect(environment.explain('url').value).toBe('******');
    expect(environment.getProperty('url')).toBe('x:hunter2');
    const { printed } = await failureOf(Mail, { properties: { 'mail.port': `\${file:${path}}` } });
    expect(printed).toContain('Property: mail.port\n    Value: "******"');
    expect(printed).not.toContain('pa$');
  });

  it('reach the fields of properties classes', async () => {
    const context: ApplicationContext = await runContext(Mail, { properties: { 'mail.login': `\${file:${path}}` } });
    expect(context.get(MailProperties).login).toBe('pa${x}ss');
  });
});
