import { describe, expect, it } from '@jest/globals';
import { Tool, type ToolCallback, ToolCallbacks } from '@toolwright/tools';

const COMPUTED = 'computed';

class Base {
  describe(text: string): string {
    return `base ${text}`;
  }
}

class Sources extends Base {
  #secret = 'secret';
  #join(...parts: string[]): string {
    return parts.join(' ');
  }

  @Tool()
  privateMembers(first: string, second: string): string {
    return this.#join(this.#secret, first, second);
  }
  @Tool()
  async waiting(first: string): Promise<string> {
    const text = await Promise.resolve(first);
    return text;
  }
  @Tool()
  *generating(first: string): Generator<string> {
    yield first;
  }
  @Tool()
  async *streaming(first: string): AsyncGenerator<string> {
    yield first;
  }
  @Tool()
  override describe(text: string): string {
    return super.describe(text);
  }
  @Tool()
  [COMPUTED](first: string): string {
    return first;
  }
  @Tool()
  defaults(
    first = 'a, b',
    second: string = `${typeof 1}) {`,
    /* third, */ third: string = ((a, b) => b)('x', 'y'),
  ): string {
    return first + second + third;
  }
  @Tool()
  static async shared(first: string): Promise<string> {
    return first;
  }
  @Tool()
  get(key: string): string {
    return key;
  }
  @Tool()
  函数(城市: string): string {
    return 城市;
  }
}

const callbacks = ToolCallbacks.from(new Sources());
const find = (name: string): ToolCallback => callbacks.find(({ definition }) => definition.name === name)!;
const parametersOf = (name: string) => Object.keys(JSON.parse(find(name).definition.inputSchema).properties);

describe('names of parameters from the source', () => {
  it('reads every form of method', () => {
    expect(callbacks.map(({ definition }) => [definition.name, parametersOf(definition.name)])).toEqual([
      ['privateMembers', ['first', 'second']],
      ['waiting', ['first']],
      ['generating', ['first']],
      ['streaming', ['first']],
      ['describe', ['text']],
      ['computed', ['first']],
      ['defaults', ['first', 'second', 'third']],
      ['get', ['key']],
      ['函数', ['城市']],
      ['shared', ['first']],
    ]);
  });

  it('calls what it read', async () => {
    expect(await find('privateMembers').call('{"first":"a","second":"b"}')).toBe('"secret a b"');
    expect(await find('describe').call('{"text":"x"}')).toBe('"base x"');
    expect(await find('defaults').call('{}')).toBe('"a, bnumber) {y"');
    expect(await find('streaming').call('{"first":"a"}')).toBe('"a"');
    expect(await find('shared').call('{"first":"a"}')).toBe('"a"');
  });

  it('takes the type of a parameter from a literal default', () => {
    expect(JSON.parse(find('defaults').definition.inputSchema)).toMatchObject({
      properties: { first: { type: 'string' }, second: { type: 'string' }, third: { type: 'string' } },
      required: [],
    });
  });
});
