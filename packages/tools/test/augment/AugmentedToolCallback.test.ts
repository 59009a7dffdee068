import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  type AugmentedArgumentEvent,
  AugmentedToolCallback,
  AugmentedToolCallbackProvider,
  type AugmentedToolCallbackOptions,
  Tool,
  ToolArgumentsException,
  ToolCallback,
  ToolCallbackProvider,
  ToolContext,
  ToolDefinition,
  ToolExecutionException,
  ToolMetadata,
  ToolParam,
} from '@toolwright/tools';
import { rejection } from '../execution/testTools.js';

class Args {
  @ToolParam({ description: 'Test name field' })
  name!: string;
  @ToolParam({ description: 'Test age field', required: false, type: 'integer' })
  age?: number;
}

class Thought {
  @ToolParam({ description: 'Why' })
  thought!: string;
}

const SCHEMA = '{"type":"object","properties":{"originalField":{"type":"string"}},"required":["originalField"]}';
const INPUT = '{"originalField":"test","name":"John","age":30}';

/** Remembers the arguments of its calls. */
class Spy extends ToolCallback {
  readonly calls: unknown[][] = [];
  override readonly definition: ToolDefinition;

  constructor(
    schema = SCHEMA,
    private readonly ownMetadata = ToolMetadata.builder().build(),
    readonly log: string[] = [],
  ) {
    super();
    this.definition = ToolDefinition.builder().name('original').description('The original').inputSchema(schema).build();
  }

  override get metadata(): ToolMetadata {
    return this.ownMetadata;
  }

  override async call(...args: [string, ToolContext?]): Promise<string> {
    this.calls.push(args);
    this.log.push('tool');
    return 'result';
  }
}

type Event = AugmentedArgumentEvent<Args>;

function augment(
  delegate: ToolCallback,
  consumer: ((event: Event) => void | Promise<void>) | null = null,
  remove = false,
  options?: AugmentedToolCallbackOptions,
): AugmentedToolCallback<Args> {
  return new AugmentedToolCallback(delegate, Args, consumer, remove, options);
}

describe('AugmentedToolCallback', () => {
  it('[AU-08] has the name and description of its delegate and an augmented schema', () => {
    const { definition } = augment(new Spy());
    expect(definition.name).toBe('original');
    expect(definition.description).toBe('The original');
    expect(JSON.parse(definition.inputSchema)).toEqual({
      type: 'object',
      properties: {
        originalField: { type: 'string' },
        name: { type: 'string', description: 'Test name field' },
        age: { type: 'integer', description: 'Test age field' },
      },
      required: ['originalField', 'name'],
    });
  });

  it('[AU-09] requires a delegate and a class', () => {
    expect(() => augment(null as never)).toThrow(
      new IllegalArgumentException('Delegate ToolCallback must not be null'),
    );
    expect(() => new AugmentedToolCallback(new Spy(), null as never, null, false)).toThrow(
      new IllegalArgumentException('Argument types must not be null'),
    );
  });

  it('[AU-10] hands on the identical text and the same context', async () => {
    const spy = new Spy();
    const callback = augment(spy);
    const context = new ToolContext({ a: 1 });
    expect(await callback.call(INPUT)).toBe('result');
    expect(await callback.call(INPUT, context)).toBe('result');
    expect(spy.calls).toEqual([[INPUT], [INPUT, context]]);
    expect(spy.calls[1]?.[1]).toBe(context);
  });

  it('[AU-11] removes what it added, and the consumer still sees everything', async () => {
    const spy = new Spy();
    const events: Event[] = [];
    await augment(spy, (event) => void events.push(event), true).call(INPUT);
    expect(spy.calls).toEqual([['{"originalField":"test"}']]);
    expect(events.map(({ rawInput }) => rawInput)).toEqual([INPUT]);
    expect(events[0]?.arguments).toEqual({ name: 'John', age: 30 });
  });

  it('[AU-12] tells the consumer once, before the delegate, with typed arguments', async () => {
    const log: string[] = [];
    const spy = new Spy(SCHEMA, undefined, log);
    const events: Event[] = [];
    const callback = augment(spy, async (event) => {
      await Promise.resolve();
      log.push('consumer');
      events.push(event);
    });
    await callback.call('{"originalField":"test","name":"John","age":"30","other":1}');
    expect(log).toEqual(['consumer', 'tool']);
    expect(events).toHaveLength(1);
    expect(events[0]?.toolDefinition).toBe(callback.definition);
    expect(events[0]?.arguments).toBeInstanceOf(Args);
    expect(events[0]?.arguments).toEqual({ name: 'John', age: 30 });
    const silent = new Spy();
    expect(await augment(silent, null).call(INPUT)).toBe('result');
    expect(silent.calls).toHaveLength(1);
  });

  it('does not call anybody if a required added argument is missing', async () => {
    const spy = new Spy();
    const events: Event[] = [];
    const error = await rejection<ToolArgumentsException>(
      augment(spy, (event) => void events.push(event)).call('{"originalField":"test"}'),
    );
    expect(error).toBeInstanceOf(ToolArgumentsException);
    expect(error.message).toBe("Invalid arguments for tool 'original': $.name is required");
    expect([...spy.calls, ...events]).toEqual([]);
  });

  it('[AU-15] [TX-18] forwards the metadata of its delegate', () => {
    const metadata = ToolMetadata.builder().returnDirect(true).attributes({ readOnly: true }).build();
    expect(augment(new Spy(SCHEMA, metadata)).metadata).toBe(metadata);
  });

  it('[AU-16] refuses a name that the tool uses, or renames it', async () => {
    const schema = '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}';
    expect(() => augment(new Spy(schema))).toThrow(
      new IllegalStateException("Augmented argument 'name' conflicts with a parameter of tool 'original'"),
    );
    const spy = new Spy(schema);
    const events: Event[] = [];
    const callback = augment(spy, (event) => void events.push(event), true, { onConflict: 'prefix' });
    const augmented = JSON.parse(callback.definition.inputSchema) as Record<string, unknown>;
    expect(Object.keys(augmented['properties'] as object)).toEqual(['name', '_name', 'age']);
    expect(augmented['required']).toEqual(['name', '_name']);
    await callback.call('{"name":"tool","_name":"John","age":30}');
    expect(spy.calls).toEqual([['{"name":"tool"}']]);
    expect(events[0]?.arguments).toEqual({ name: 'John', age: 30 });
    const error = await rejection<Error>(callback.call('{"name":"tool"}'));
    expect(error.message).toBe("Invalid arguments for tool 'original': $._name is required");
  });

  it('[AU-18] fails on malformed input, and logs what the consumer throws', async () => {
    const malformed = await rejection<ToolArgumentsException>(augment(new Spy()).call('{"a":'));
    expect(malformed).toBeInstanceOf(ToolArgumentsException);
    expect(malformed.message).toBe(
      "Arguments of tool 'original' are not valid JSON (position 5). Send one JSON object that matches the tool's schema.",
    );
    const cause = new Error('consumer failed');
    const failures = [
      () => {
        throw cause;
      },
      () => Promise.reject(cause),
    ];
    const logs = RecordingLogProvider.install();
    try {
      for (const failing of failures) {
        const spy = new Spy();
        expect(await augment(spy, failing).call(INPUT)).toBe('result');
        expect(spy.calls).toHaveLength(1);
        const strict = new Spy();
        const error = await rejection<ToolExecutionException>(
          augment(strict, failing, false, { consumerErrors: 'throw' }).call(INPUT),
        );
        expect(error).toBeInstanceOf(ToolExecutionException);
        expect(error.cause).toBe(cause);
        expect(strict.calls).toHaveLength(0);
      }
      const warning = "The consumer of the added arguments of tool 'original' failed; the tool is called.";
      expect(logs.messages('warn')).toEqual([warning, warning]);
    } finally {
      logs.uninstall();
    }
  });

  it('[AU-18] reads null and an empty text as no arguments', async () => {
    class Note {
      @ToolParam({ required: false })
      note?: string;
    }
    for (const input of ['null', '""']) {
      const spy = new Spy();
      const events: AugmentedArgumentEvent<Note>[] = [];
      const callback = new AugmentedToolCallback(spy, Note, (event) => void events.push(event), true);
      expect(await callback.call(input)).toBe('result');
      expect(spy.calls).toEqual([[input]]);
      expect(events.map((event) => event.arguments)).toEqual([{}]);
    }
    const error = await rejection<Error>(augment(new Spy()).call('[1]'));
    expect(error.message).toBe('arguments must be a JSON object');
  });

  it('[AU-19] can be augmented again; each layer removes only its own', async () => {
    const log: string[] = [];
    const spy = new Spy(SCHEMA, undefined, log);
    const inner = augment(spy, () => void log.push('inner'), true);
    const outer = new AugmentedToolCallback(inner, Thought, () => void log.push('outer'), true);
    expect(Object.keys((JSON.parse(outer.definition.inputSchema) as { properties: object }).properties)).toEqual([
      'originalField',
      'name',
      'age',
      'thought',
    ]);
    await outer.call('{"originalField":"test","name":"John","thought":"hm"}');
    expect(log).toEqual(['outer', 'inner', 'tool']);
    expect(spy.calls).toEqual([['{"originalField":"test"}']]);
    const keeping = new Spy();
    await new AugmentedToolCallback(augment(keeping, null, false), Thought, null, true).call(
      '{"originalField":"test","name":"John","thought":"hm"}',
    );
    expect(keeping.calls).toEqual([['{"originalField":"test","name":"John"}']]);
  });
});

class Greeter {
  @Tool({ description: 'Greets' })
  greet(@ToolParam({ name: 'who' }) who: string): string {
    return `Hello ${who}`;
  }

  @Tool({ description: 'Parts' })
  part(@ToolParam({ name: 'who' }) who: string): string {
    return `Bye ${who}`;
  }
}

describe('AugmentedToolCallbackProvider', () => {
  const consumer = (): void => undefined;

  it('[AU-13] checks what it was given', () => {
    const builder = () => AugmentedToolCallbackProvider.builder<Args>();
    const delegate = ToolCallbackProvider.from(new Spy());
    expect(() => builder().toolObject(new Greeter()).argumentConsumer(consumer).build()).toThrow(
      new IllegalStateException('argumentType is required'),
    );
    expect(() => builder().toolObject(new Greeter()).argumentType(Args).build()).toThrow(
      new IllegalStateException('argumentConsumer is required'),
    );
    const complete = () => builder().argumentType(Args).argumentConsumer(consumer);
    expect(() => complete().toolObject(new Greeter()).delegate(delegate).build()).toThrow(
      new IllegalStateException('Cannot set both delegate and toolObject'),
    );
    expect(() => complete().build()).toThrow(new IllegalStateException('Either delegate or toolObject must be set'));
  });

  it('[AU-14] wraps every tool and removes the added arguments by default', async () => {
    const events: Event[] = [];
    const provider = AugmentedToolCallbackProvider.builder<Args>()
      .toolObject(new Greeter())
      .argumentType(Args)
      .argumentConsumer((event) => void events.push(event))
      .build();
    const callbacks = await provider.toolCallbacks();
    expect(callbacks.map(({ definition }) => definition.name)).toEqual(['greet', 'part']);
    expect(await callbacks[0]?.call('{"who":"Ann","name":"John"}')).toBe('"Hello Ann"');
    expect(events.map((event) => event.arguments.name)).toEqual(['John']);
    const spy = new Spy();
    const remote = new (class extends ToolCallbackProvider {
      override get remote(): boolean {
        return true;
      }
      override async toolCallbacks(): Promise<readonly ToolCallback[]> {
        return [spy];
      }
    })();
    const wrapped = AugmentedToolCallbackProvider.builder<Args>()
      .delegate(remote)
      .argumentType(Args)
      .argumentConsumer(consumer)
      .build();
    expect(wrapped.remote).toBe(true);
    const [first] = await wrapped.toolCallbacks();
    await first?.call(INPUT);
    expect(spy.calls).toEqual([['{"originalField":"test"}']]);
    expect((await wrapped.toolCallbacks())[0]).toBe(first);
    const keeping = AugmentedToolCallbackProvider.builder<Args>()
      .delegate(remote)
      .argumentType(Args)
      .argumentConsumer(consumer)
      .removeExtraArgumentsAfterProcessing(false)
      .build();
    await (await keeping.toolCallbacks())[0]?.call(INPUT);
    expect(spy.calls.at(-1)).toEqual([INPUT]);
  });
});
