import { describe, expect, it } from '@jest/globals';
import {
  DefaultToolCallResultConverter,
  FunctionToolCallback,
  Tool,
  type ToolCallback,
  ToolCallbacks,
  ToolCallResultConverter,
  ToolExecutionException,
} from '@toolwright/tools';
import { Exclude, Expose } from 'class-transformer';
import fc from 'fast-check';

const converter = new DefaultToolCallResultConverter();
const convert = async (value: unknown, returnType?: unknown): Promise<string> => converter.convert(value, returnType);

/** A picture of one transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

class Recording extends ToolCallResultConverter {
  readonly seen: unknown[] = [];
  override convert(result: unknown, returnType?: unknown): string {
    this.seen.push(result, returnType);
    return 'not JSON at all';
  }
}

class Account {
  @Expose({ name: 'owner_name' })
  owner = 'Ada';
  @Exclude()
  password = 'secret';
  readonly limits = new Map([['day', 5n]]);
}

describe('DefaultToolCallResultConverter', () => {
  it('[RC-01] writes null, and Done for nothing', async () => {
    expect(await convert(null, null)).toBe('null');
    expect(await convert(null, String)).toBe('null');
    expect(await convert(null, 'void')).toBe('"Done"');
  });

  it('[RC-02] writes Done for undefined, from methods and functions', async () => {
    class Silent {
      @Tool()
      sync(): void {
        return;
      }
      @Tool()
      async later(): Promise<void> {
        await Promise.resolve();
      }
      @Tool()
      inferred() {
        return undefined;
      }
    }
    const callbacks: ToolCallback[] = [
      ...ToolCallbacks.from(new Silent()),
      FunctionToolCallback.builder('quiet', () => undefined).build(),
    ];
    expect(await Promise.all(callbacks.map((callback) => callback.call('{}')))).toEqual(Array(4).fill('"Done"'));
  });

  it('[RC-03] quotes text', async () => {
    expect(await convert('test')).toBe('"test"');
    expect(await convert('a "b"\n\tc\\')).toBe('"a \\"b\\"\\n\\tc\\\\"');
  });

  it('[RC-04] forwards text that is JSON byte for byte', async () => {
    for (const text of ['{"result":"x"}', '[1]', '42', 'true', '"a"', ' { "b" : 1 } ', 'null', '-1.5e3']) {
      expect(await convert(text)).toBe(text);
    }
  });

  it('[RC-05] quotes text that only starts like JSON', async () => {
    for (const text of ['3 strings processed: [one, two, three]', '3.0 + 5.0 = 8.0', '', 'trueish', '{oops', ' ']) {
      expect(await convert(text)).toBe(JSON.stringify(text));
    }
  });

  it('[RC-06] writes objects and arrays compactly', async () => {
    expect(await convert({ name: 'test', value: 42 })).toBe('{"name":"test","value":42}');
    expect(await convert(['one', 'two', 'three'])).toBe('["one","two","three"]');
    expect(await convert([])).toBe('[]');
    expect(await convert({})).toBe('{}');
    expect(await convert(new Map([['a', { b: 1 }]]))).toBe('{"a":{"b":1}}');
  });

  it('[RC-07] writes what plain JSON cannot', async () => {
    expect(await convert({ map: new Map([['a', 1]]), set: new Set(['x']) })).toBe('{"map":{"a":1},"set":["x"]}');
    expect(await convert(new Date(Date.UTC(2026, 0, 2)))).toBe('"2026-01-02T00:00:00.000Z"');
    expect(await convert({ big: 12345678901234567890n })).toBe('{"big":"12345678901234567890"}');
    expect(await convert(7n)).toBe('"7"');
    expect(await convert({ n: Number.NaN })).toBe('{"n":null}');
    expect(await convert([new Account()])).toBe('[{"owner_name":"Ada","limits":{"day":"5"}}]');
    expect(await convert(new Map([['a', new Set([1n])]]))).toBe('{"a":["1"]}');
    expect(await convert(new Set(['x', 1]))).toBe('["x",1]');
    expect(await convert(Number.NaN)).toBe('null');
    expect(await convert(new Account())).toBe('{"owner_name":"Ada","limits":{"day":"5"}}');
  });

  it('[RC-07] asks toJSON as JSON.stringify does, and writes what that cannot', async () => {
    class Money {
      constructor(readonly cents: bigint) {}
      toJSON(): unknown {
        return { cents: this.cents, parts: new Map([['a', 1]]) };
      }
    }
    class Self {
      readonly a = 1n;
      toJSON(): unknown {
        return this;
      }
    }
    class Fresh {
      readonly a = 1;
      toJSON(): unknown {
        return new Fresh();
      }
    }
    expect(await convert({ price: new Money(5n) })).toBe('{"price":{"cents":"5","parts":{"a":1}}}');
    expect(await convert(new Self())).toBe('{"a":"1"}');
    expect(await convert([new Fresh()])).toBe('[{"a":1}]');
    expect(await convert({ big: 1n, toJSON: () => ({ a: 1n }) })).toBe('{"a":"1"}');
    expect(await convert({ at: new URL('https://example.com/'), big: 1n })).toBe(
      '{"at":"https://example.com/","big":"1"}',
    );
  });

  it('[RC-08] writes an image with its type', async () => {
    const result = JSON.parse(await convert({ mimeType: 'image/png', data: PNG }));
    expect(Object.keys(result)).toEqual(['mimeType', 'data']);
    expect(result.mimeType).toBe('image/png');
    expect(Buffer.from(result.data, 'base64').equals(PNG)).toBe(true);
  });

  it('[RC-09] writes blobs and buffers, and finds the type of the latter', async () => {
    const data = PNG.toString('base64');
    expect(await convert(new Blob([PNG], { type: 'image/custom' }))).toBe(
      `{"mimeType":"image/custom","data":"${data}"}`,
    );
    expect(await convert(PNG)).toBe(`{"mimeType":"image/png","data":"${data}"}`);
    expect(await convert(new File([PNG], 'a.png', { type: 'image/png' }))).toBe(
      `{"mimeType":"image/png","data":"${data}"}`,
    );
    expect(await convert(new Blob([PNG]))).toBe(`{"mimeType":"image/png","data":"${data}"}`);
    expect(await convert({ data: new Uint8Array(PNG), mimeType: 'image/x' })).toBe(
      `{"mimeType":"image/x","data":"${data}"}`,
    );
    const type = async (bytes: Uint8Array) => JSON.parse(await convert(bytes)).mimeType as string;
    expect(await type(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
    expect(await type(Buffer.from('GIF89a'))).toBe('image/gif');
    expect(await type(Buffer.from('RIFF....WEBPVP8 '))).toBe('image/webp');
    expect(await type(Buffer.from('%PDF-1.7'))).toBe('application/pdf');
    expect(await type(new Uint8Array([1, 2, 3]))).toBe('application/octet-stream');
    expect(await type(new Uint8Array(0))).toBe('application/octet-stream');
  });

  it('[RC-10] answers a text when an image cannot be read', async () => {
    class BrokenBlob extends Blob {
      override arrayBuffer(): Promise<never> {
        return Promise.reject(new Error('disk is gone'));
      }
    }
    expect(await convert(new BrokenBlob([]))).toBe('Failed to convert tool result to a base64 image: disk is gone');
  });

  it('[RC-11] leaves the result of a custom converter untouched', async () => {
    class Custom {
      @Tool({ resultConverter: Recording })
      async number(): Promise<number> {
        return Promise.resolve(5);
      }
    }
    expect(await ToolCallbacks.from(new Custom())[0]?.call('{}')).toBe('not JSON at all');
    const recording = new Recording();
    const callback = FunctionToolCallback.builder('f', async () => 5)
      .toolCallResultConverter(recording)
      .build();
    expect(await callback.call('{}')).toBe('not JSON at all');
    expect(recording.seen).toEqual([5, undefined]);
  });

  it('[RC-11] tells a custom converter the awaited value and the declared type where that is known', async () => {
    class Telling extends ToolCallResultConverter {
      override convert(result: unknown, returnType?: unknown): string {
        return `${String(result)} ${typeof returnType === 'function' ? returnType.name : String(returnType)}`;
      }
    }
    class Typed {
      @Tool({ resultConverter: Telling })
      text(): string {
        return 'a';
      }
      @Tool({ resultConverter: Telling })
      async later(): Promise<string> {
        return Promise.resolve('b');
      }
      @Tool({ resultConverter: Telling })
      inferred() {
        return 'c';
      }
    }
    const results = ToolCallbacks.from(new Typed()).map((callback) => callback.call('{}'));
    expect(await Promise.all(results)).toEqual(['a String', 'b undefined', 'c undefined']);
  });

  it('[RC-12] wraps what a converter throws', async () => {
    const cause = new Error('converter bug');
    class Throwing extends ToolCallResultConverter {
      override convert(): string {
        throw cause;
      }
    }
    class Rejecting extends ToolCallResultConverter {
      override convert(): Promise<string> {
        return Promise.reject(cause);
      }
    }
    for (const type of [Throwing, Rejecting]) {
      const callback = FunctionToolCallback.builder('f', () => 5)
        .toolCallResultConverter(new type())
        .build();
      const error = await callback.call('{}').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ToolExecutionException);
      expect(error).toMatchObject({ phase: 'convert', cause });
    }
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const callback = FunctionToolCallback.builder('f', () => circular).build();
    await expect(callback.call('{}')).rejects.toMatchObject({ name: 'ToolExecutionException', phase: 'convert' });
  });

  it('writes any text as JSON of the same text, or forwards JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const result = converter.convert(text) as string;
        expect(result === text || JSON.parse(result) === text).toBe(true);
        JSON.parse(result);
      }),
    );
  });

  it('writes any JSON value as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (typeof value === 'string') return;
        expect(converter.convert(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});
