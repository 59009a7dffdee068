import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { environmentOf } from './configFolder.js';

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
