import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  FunctionToolCallback,
  MethodToolCallbackProvider,
  Tool,
  ToolCallbackProvider,
  ToolCallbacks,
  type ToolCallback,
} from '@toolwright/tools';

class ValidTools {
  @Tool()
  validTool(): string {
    return 'valid';
  }
}

class OtherValidTools {
  @Tool()
  validTool(): string {
    return 'other';
  }
}

const provide = (...objects: object[]) =>
  MethodToolCallbackProvider.builder()
    .toolObjects(...objects)
    .build();
const names = (callbacks: readonly ToolCallback[]) => callbacks.map(({ definition }) => definition.name);
const NO_TOOLS =
  'Did you mean to pass a ToolCallback or ToolCallbackProvider? If so, use .tools(toolCallback) or .toolCallbacks(toolCallback) instead.';

describe('MethodToolCallbackProvider', () => {
  let logs: RecordingLogProvider;
  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });
  afterEach(() => {
    logs.uninstall();
  });

  it('[MT-01] offers the annotated methods and builds them once', () => {
    const provider = provide(new ValidTools());
    expect(names(provider.toolCallbacks())).toEqual(['validTool']);
    expect(provider.toolCallbacks()).toBe(provider.toolCallbacks());
  });

  it('[MT-02] rejects an object without annotated methods and names its class only', () => {
    class NoTools {
      readonly password = 'secret';
      helper(): string {
        return this.password;
      }
    }
    expect(() => provide(new NoTools())).toThrow(
      new IllegalArgumentException(`No @Tool annotated methods found in NoTools. ${NO_TOOLS}`),
    );
    expect(() => provide(new (class {})())).toThrow(
      new IllegalArgumentException(`No @Tool annotated methods found in an anonymous class. ${NO_TOOLS}`),
    );
    const callback = FunctionToolCallback.builder('now', () => 1).build();
    expect(() => provide(callback)).toThrow(
      new IllegalArgumentException(`No @Tool annotated methods found in FunctionToolCallback. ${NO_TOOLS}`),
    );
  });

  it('[MT-03] ignores methods that declare a function as their result, with a warning each', () => {
    class OnlyFunctional {
      @Tool()
      supplier(): () => unknown {
        return () => 1;
      }
      @Tool()
      consumer(): () => unknown {
        return () => undefined;
      }
    }
    class Mixed {
      @Tool()
      supplier(): () => unknown {
        return () => 1;
      }
      @Tool()
      validTool(): string {
        return '';
      }
    }
    expect(() => provide(new OnlyFunctional())).toThrow(
      new IllegalArgumentException(`No @Tool annotated methods found in OnlyFunctional. ${NO_TOOLS}`),
    );
    expect(logs.messages('warn')).toEqual([
      'Method OnlyFunctional.supplier is annotated with @Tool but returns a function, which is not supported; it is ignored.',
      'Method OnlyFunctional.consumer is annotated with @Tool but returns a function, which is not supported; it is ignored.',
    ]);
    expect(names(provide(new Mixed()).toolCallbacks())).toEqual(['validTool']);
  });

  it('[MT-05] rejects two tools with one name', () => {
    expect(() => provide(new ValidTools(), new OtherValidTools())).toThrow(
      new IllegalArgumentException(
        'Multiple tools with the same name (validTool) found in sources: ValidTools, OtherValidTools',
      ),
    );
  });

  it('[MT-06] allows a result of unknown type', async () => {
    class Anything {
      @Tool()
      objectTool(): unknown {
        return { a: 1 };
      }
    }
    expect(await provide(new Anything()).toolCallbacks()[0]?.call('{}')).toBe('{"a":1}');
  });

  it('[MT-07] offers an overridden method once, in its most derived form', async () => {
    abstract class Base<T> {
      @Tool({ description: 'base' })
      convert(value: T): string {
        return `base ${String(value)}`;
      }
    }
    class Derived extends Base<string> {
      @Tool({ description: 'derived' })
      override convert(value: string): string {
        return `derived ${value}`;
      }
    }
    const callbacks = provide(new Derived()).toolCallbacks();
    expect(callbacks.map(({ definition }) => definition.description)).toEqual(['derived']);
    expect(await callbacks[0]?.call('{"value":"x"}')).toBe('"derived x"');
  });

  it('[MT-08] offers inherited methods, and an override without annotation inherits it', async () => {
    class Base {
      @Tool({ description: 'inherited as it is' })
      first(): string {
        return 'base';
      }
      @Tool({ description: 'overridden' })
      second(city: string): string {
        return `base ${city}`;
      }
    }
    class Empty extends Base {}
    class Overriding extends Base {
      override second(city: string): string {
        return `derived ${city}`;
      }
    }
    expect(names(provide(new Empty()).toolCallbacks())).toEqual(['first', 'second']);
    const callbacks = provide(new Overriding()).toolCallbacks();
    expect(callbacks.map(({ definition: { name, description } }) => [name, description])).toEqual([
      ['second', 'overridden'],
      ['first', 'inherited as it is'],
    ]);
    expect(await callbacks[0]?.call('{"city":"Paris"}')).toBe('"derived Paris"');
  });

  it('[MT-09] reads the class behind a proxy and calls through the proxy', async () => {
    class Counter {
      @Tool()
      greet(city: string): string {
        return `Hello ${city}`;
      }
    }
    const seen: unknown[] = [];
    const proxy = new Proxy(new Counter(), {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          seen.push(key, ...args);
          return `intercepted ${String(Reflect.apply(value, target, args))}`;
        };
      },
    });
    const callbacks = provide(proxy).toolCallbacks();
    expect(names(callbacks)).toEqual(['greet']);
    expect(await callbacks[0]?.call('{"city":"Rome"}')).toBe('"intercepted Hello Rome"');
    expect(seen).toEqual(['greet', 'Rome']);
  });

  it('[MT-10] offers methods of any visibility, static and instance', async () => {
    class Visible {
      @Tool()
      public open(): string {
        return this.guarded() + this.hidden();
      }
      @Tool()
      protected guarded(): string {
        return 'guarded';
      }
      @Tool()
      private hidden(): string {
        return 'hidden';
      }
      @Tool()
      static shared(city: string): string {
        return `${this.name} ${city}`;
      }
    }
    const callbacks = provide(new Visible()).toolCallbacks();
    expect(names(callbacks)).toEqual(['open', 'guarded', 'hidden', 'shared']);
    expect(await Promise.all(callbacks.map((callback) => callback.call('{"city":"Oslo"}')))).toEqual([
      '"guardedhidden"',
      '"guarded"',
      '"hidden"',
      '"Visible Oslo"',
    ]);
  });

  it('[MT-10] refuses what is no method, or has no name, when the class is defined', () => {
    const secret = Symbol('secret');
    expect(() => {
      class Symbolic {
        @Tool()
        [secret](): string {
          return '';
        }
      }
      return Symbolic;
    }).toThrow(new TypeError('@Tool cannot be used on Symbol(secret): it must be a method whose name is a text'));
    expect(() => {
      class Computed {
        @Tool()
        get weather(): string {
          return '';
        }
      }
      return Computed;
    }).toThrow(new TypeError('@Tool cannot be used on weather: it must be a method whose name is a text'));
  });

  it('rejects a missing tool object', () => {
    expect(() => provide(null as unknown as object)).toThrow(
      new IllegalArgumentException('toolObjects cannot contain null elements'),
    );
  });

  it('builds the tools of one object once, also for several providers', () => {
    const object = new ValidTools();
    expect(provide(object).toolCallbacks()[0]).toBe(provide(object).toolCallbacks()[0]);
  });
});

describe('ToolCallbacks and ToolCallbackProvider', () => {
  class First {
    @Tool()
    zebra(): string {
      return '';
    }
    @Tool()
    apple(): string {
      return '';
    }
  }
  class Second {
    @Tool()
    mango(): string {
      return '';
    }
  }

  it('[TCB-03] keeps the order of the arguments, then of the source', () => {
    expect(names(ToolCallbacks.from(new First(), new Second()))).toEqual(['zebra', 'apple', 'mango']);
    expect(names(ToolCallbacks.from(new Second(), new First()))).toEqual(['mango', 'zebra', 'apple']);
    expect(() => ToolCallbacks.from({})).toThrow(
      new IllegalArgumentException(`No @Tool annotated methods found in Object. ${NO_TOOLS}`),
    );
    expect(() => ToolCallbacks.from(new ValidTools(), new OtherValidTools())).toThrow(
      new IllegalArgumentException(
        'Multiple tools with the same name (validTool) found in sources: ValidTools, OtherValidTools',
      ),
    );
  });

  it('[TCB-04] hands out exactly the given callbacks', () => {
    const [a, b] = ToolCallbacks.from(new First()) as [ToolCallback, ToolCallback];
    expect(ToolCallbackProvider.from([a, b]).toolCallbacks()).toEqual([a, b]);
    expect(ToolCallbackProvider.from(a, b).toolCallbacks()).toEqual([a, b]);
    expect(() => ToolCallbackProvider.from(null as unknown as ToolCallback[])).toThrow(
      new IllegalArgumentException('ToolCallbacks must not be null'),
    );
    expect(() => ToolCallbackProvider.from([a, null as unknown as ToolCallback])).toThrow(
      new IllegalArgumentException('toolCallbacks cannot contain null elements'),
    );
  });

  it('[TCB-05] hands out a list that nobody can change, or a promise of one', async () => {
    const given = [...ToolCallbacks.from(new First())];
    const provider = ToolCallbackProvider.from(given);
    const list = await provider.toolCallbacks();
    expect(Object.isFrozen(list)).toBe(true);
    expect(provider.toolCallbacks()).toBe(list);
    given.pop();
    expect(list).toHaveLength(2);
    class Remote extends ToolCallbackProvider {
      override async toolCallbacks(): Promise<readonly ToolCallback[]> {
        return list;
      }
    }
    expect(await new Remote().toolCallbacks()).toBe(list);
  });

  it('[TCB-06] takes only static methods from a class', () => {
    class WithStatic {
      @Tool()
      static shared(): string {
        return '';
      }
      @Tool()
      own(): string {
        return '';
      }
    }
    expect(names(ToolCallbacks.from(WithStatic))).toEqual(['shared']);
    expect(() => ToolCallbacks.from(First)).toThrow(
      new IllegalArgumentException('Pass an instance of First, not the class'),
    );
  });

  it('fails to build when nobody knows the name of a parameter', () => {
    class Destructured {
      @Tool()
      search({ text }: { text: string }): string {
        return text;
      }
    }
    expect(() => ToolCallbacks.from(new Destructured())).toThrow(IllegalStateException);
  });
});
