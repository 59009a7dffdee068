import { describe, expect, it } from '@jest/globals';
import {
  CompositeObservationConvention,
  errorTypeOf,
  ObservationContext,
  type ObservationConvention,
  ObservationFilter,
  ObservationHandler,
  ObservationRegistry,
  RecordingLogProvider,
} from '@toolwright/core';

class StepContext extends ObservationContext {
  result: string | null = null;

  constructor(readonly step: string) {
    super();
  }
}

const convention: ObservationConvention<StepContext> = {
  name: 'test.step',
  supportsContext: (context): context is StepContext => context instanceof StepContext,
  contextualName: ({ step }) => `step ${step}`,
  lowCardinalityKeyValues: ({ step }) => ({ step }),
  highCardinalityKeyValues: ({ result }): Record<string, string> => (result === null ? {} : { result }),
};

class Recorder extends ObservationHandler<StepContext> {
  readonly events: string[] = [];

  override supportsContext(context: ObservationContext): context is StepContext {
    return context instanceof StepContext;
  }

  override onStart(context: StepContext): void {
    this.events.push(`start ${context.contextualName} in ${context.parent?.contextualName ?? 'nothing'}`);
  }

  override onError(context: StepContext): void {
    this.events.push(`error ${context.contextualName}: ${String(context.error)}`);
  }

  override onStop(context: StepContext): void {
    const { lowCardinalityKeyValues: low, highCardinalityKeyValues: high } = context;
    this.events.push(`stop ${context.name} ${JSON.stringify([...low, ...high])}`);
  }
}

describe('ObservationRegistry', () => {
  it('makes no context while nobody is told', async () => {
    const makeContext = (): StepContext => {
      throw new Error('not needed');
    };
    await expect(
      ObservationRegistry.NOOP.observe(makeContext, convention, async (context) =>
        context === null ? 'null' : 'context',
      ),
    ).resolves.toBe('null');
  });

  it('nests observations by asynchronous flow and asks for attributes again at the end', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const inner = (step: string) =>
      registry.observe(
        () => new StepContext(step),
        convention,
        async (context) => {
          await new Promise((resolve) => setImmediate(resolve));
          if (context) context.result = step.toUpperCase();
        },
      );
    await registry.observe(
      () => new StepContext('outer'),
      convention,
      async () => {
        await Promise.all([inner('a'), inner('b')]);
      },
    );
    expect(recorder.events).toEqual([
      'start step outer in nothing',
      'start step a in step outer',
      'start step b in step outer',
      'stop test.step [["step","a"],["result","A"]]',
      'stop test.step [["step","b"],["result","B"]]',
      'stop test.step [["step","outer"]]',
    ]);
    expect(registry.current).toBeNull();
  });

  it('records a failure once and passes it on', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const failing = registry.observe(
      () => new StepContext('x'),
      convention,
      () => Promise.reject(new Error('boom')),
    );
    await expect(failing).rejects.toThrow('boom');
    expect(recorder.events).toEqual([
      'start step x in nothing',
      'error step x: Error: boom',
      'stop test.step [["step","x"],["error.type","Error"]]',
    ]);
  });

  it('runs filters before the end is told and survives a failing handler', async () => {
    class Marker extends ObservationFilter {
      override map(context: ObservationContext): ObservationContext {
        context.addHighCardinalityKeyValues({ marked: 'yes' });
        return context;
      }
    }
    class Broken extends Recorder {
      override onStop(): void {
        throw new Error('handler broke');
      }
    }
    const recorder = new Recorder();
    const logs = RecordingLogProvider.install();
    try {
      const registry = new ObservationRegistry().addHandler(new Broken()).addHandler(recorder).addFilter(new Marker());
      await registry.observe(
        () => new StepContext('x'),
        convention,
        async () => 1,
      );
      expect(recorder.events.at(-1)).toBe('stop test.step [["step","x"],["marked","yes"]]');
      expect(logs.messages('warn')).toEqual(['Observation handler Broken failed']);
    } finally {
      logs.uninstall();
    }
  });

  it('tells whoever was told of the start of the end, with the context that a filter made', async () => {
    class Redacted extends StepContext {}
    class Other extends ObservationContext {}
    class Replace extends ObservationFilter {
      constructor(readonly make: (context: StepContext) => ObservationContext) {
        super();
      }

      override map(context: ObservationContext): ObservationContext {
        return this.make(context as StepContext);
      }
    }
    const origins: boolean[] = [];
    class Tracking extends Recorder {
      readonly #started = new Set<ObservationContext>();

      override onStart(context: StepContext): void {
        super.onStart(context);
        this.#started.add(context);
      }

      override onStop(context: StepContext): void {
        super.onStop(context);
        origins.push(this.#started.delete(context.origin));
      }
    }
    const run = async (...makes: ((context: StepContext) => ObservationContext)[]): Promise<string | undefined> => {
      const recorder = new Tracking();
      const registry = new ObservationRegistry().addHandler(recorder);
      for (const make of makes) registry.addFilter(new Replace(make));
      await registry.observe(
        () => new StepContext('x'),
        convention,
        async () => 1,
      );
      return recorder.events.at(-1);
    };
    const redact = ({ step }: StepContext): StepContext => {
      const redacted = new Redacted(step);
      redacted.addLowCardinalityKeyValues({ step: 'hidden' });
      return redacted;
    };
    expect(await run(redact)).toBe('stop test.step [["step","hidden"]]');
    expect(await run(redact, redact)).toBe('stop test.step [["step","hidden"]]');
    // A handler that cannot read what the filter returns gets what it knows.
    expect(await run(() => new Other())).toBe('stop test.step [["step","x"]]');
    const logs = RecordingLogProvider.install();
    try {
      expect(await run(() => null as never)).toBe('stop test.step [["step","x"]]');
      expect(logs.messages('warn')).toEqual(['Observation filter Replace failed']);
    } finally {
      logs.uninstall();
    }
    expect(origins).toEqual([true, true, true, true]);
  });

  it('names the class of an error and keeps the first one only', () => {
    class QuotaError extends Error {}
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const context = new StepContext('x');
    const observation = registry.start(context, convention);
    observation.error(new QuotaError('secret'));
    observation.error(new TypeError('later'));
    observation.stop();
    observation.error(new TypeError('too late'));
    observation.stop();
    expect(recorder.events).toEqual([
      'start step x in nothing',
      'error step x: Error: secret',
      'stop test.step [["step","x"],["error.type","QuotaError"]]',
    ]);
    expect((context.error as Error).message).toBe('secret');
  });

  it.each([
    ['text', 'string'],
    [null, 'object'],
    [AbortSignal.abort().reason, 'AbortError'],
    [{}, 'Object'],
    [Object.create(null), 'Object'],
  ])('names what was thrown: %p', (thrown: unknown, name) => {
    expect(errorTypeOf(thrown)).toBe(name);
  });

  it('survives a failing convention, filter and check, and leaves the operation alone', async () => {
    const broken = (): never => {
      throw new Error('broken');
    };
    class BrokenFilter extends ObservationFilter {
      override map = broken;
    }
    class BrokenCheck extends Recorder {
      override supportsContext(_context: ObservationContext): _context is StepContext {
        return broken();
      }
    }
    class BrokenConvention {
      readonly name = 'broken';
      readonly supportsContext = convention.supportsContext;
      readonly contextualName = broken;
      readonly lowCardinalityKeyValues = broken;
      readonly highCardinalityKeyValues = broken;
    }
    const recorder = new Recorder();
    const logs = RecordingLogProvider.install();
    try {
      const registry = new ObservationRegistry()
        .addHandler(new BrokenCheck())
        .addHandler(recorder)
        .addFilter(new BrokenFilter());
      const run = async (): Promise<number> => 1;
      expect(await registry.observe(() => new StepContext('x'), new BrokenConvention(), run)).toBe(1);
      expect(recorder.events).toEqual(['start  in nothing', 'stop broken []']);
      expect(new Set(logs.messages('warn'))).toEqual(
        new Set([
          'Observation convention BrokenConvention failed',
          'Observation handler BrokenCheck failed',
          'Observation filter BrokenFilter failed',
        ]),
      );
    } finally {
      logs.uninstall();
    }
  });

  it('tells a handler once and runs a filter once, however often they are added', async () => {
    let mapped = 0;
    class Counter extends ObservationFilter {
      override map(context: ObservationContext): ObservationContext {
        mapped++;
        return context;
      }
    }
    const [recorder, counter] = [new Recorder(), new Counter()];
    const registry = new ObservationRegistry().addHandler(recorder).addHandler(recorder);
    registry.addFilter(counter).addFilter(counter);
    registry.start(new StepContext('x'), convention).stop();
    expect([recorder.events.length, mapped]).toEqual([2, 1]);
  });

  it('refuses handlers and filters on the registry that all share', () => {
    class Idle extends ObservationFilter {
      override map(context: ObservationContext): ObservationContext {
        return context;
      }
    }
    expect(() => ObservationRegistry.NOOP.addHandler(new Recorder())).toThrow(TypeError);
    expect(() => ObservationRegistry.NOOP.addFilter(new Idle())).toThrow(TypeError);
  });
});

describe('observeStream', () => {
  /** Yields the name of the observation that it runs in, three times. */
  function names(registry: ObservationRegistry, closed: string[] = []): AsyncIterable<string> {
    return (async function* () {
      try {
        for (let i = 0; i < 3; i++) {
          await new Promise((resolve) => setImmediate(resolve));
          yield registry.current?.contextualName ?? 'none';
        }
      } finally {
        closed.push(registry.current?.contextualName ?? 'none');
      }
    })();
  }

  it('runs every pull inside the observation, and the consumer outside', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const seen: string[] = [];
    const stream = registry.observeStream(
      () => new StepContext('s'),
      convention,
      () => names(registry),
    );
    expect(recorder.events).toEqual([]);
    for await (const name of stream) seen.push(`${name} ${registry.current?.contextualName ?? 'none'}`);
    expect(seen).toEqual(['step s none', 'step s none', 'step s none']);
    expect(recorder.events).toEqual(['start step s in nothing', 'stop test.step [["step","s"]]']);
  });

  it('is stopped exactly once when the consumer stops early, and closes what it iterates inside', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const closed: string[] = [];
    const stream = registry.observeStream(
      () => new StepContext('s'),
      convention,
      () => names(registry, closed),
    );
    for await (const _ of stream) break;
    await stream.return();
    expect(closed).toEqual(['step s']);
    expect(recorder.events).toEqual(['start step s in nothing', 'stop test.step [["step","s"]]']);
  });

  it('is closed when the consumer throws into it', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    const closed: string[] = [];
    const stream = registry.observeStream(
      () => new StepContext('s'),
      convention,
      () => names(registry, closed),
    );
    await stream.next();
    await expect(stream.throw(new RangeError('mine'))).rejects.toThrow('mine');
    expect(closed).toEqual(['step s']);
    expect(recorder.events.at(-1)).toBe('stop test.step [["step","s"],["error.type","RangeError"]]');
  });

  it.each(['while it runs', 'before it runs', 'while it is closed'])('records a failure %s', async (when) => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(recorder);
    let returned = 0;
    const items: AsyncIterable<number> = {
      [Symbol.asyncIterator]() {
        if (when === 'before it runs') throw new Error('boom');
        return {
          next: () =>
            when === 'while it runs' ? Promise.reject(new Error('boom')) : Promise.resolve({ done: false, value: 1 }),
          return: () => {
            returned++;
            return Promise.reject(new Error('boom'));
          },
        };
      },
    };
    const stream = registry.observeStream(
      () => new StepContext('s'),
      convention,
      () => items,
    );
    const consume = async (): Promise<void> => {
      for await (const _ of stream) break;
    };
    await expect(consume()).rejects.toThrow('boom');
    expect(returned).toBe(when === 'while it is closed' ? 1 : 0);
    expect(recorder.events).toEqual([
      'start step s in nothing',
      'error step s: Error: boom',
      'stop test.step [["step","s"],["error.type","Error"]]',
    ]);
  });

  it('makes no context while nobody is told', async () => {
    const stream = ObservationRegistry.NOOP.observeStream(
      (): StepContext => {
        throw new Error('not needed');
      },
      convention,
      (context) => {
        expect(context).toBeNull();
        return names(new ObservationRegistry());
      },
    );
    const seen: string[] = [];
    for await (const name of stream) seen.push(name);
    expect(seen).toEqual(['none', 'none', 'none']);
  });
});

describe('CompositeObservationConvention', () => {
  it('names by the first convention and has the attributes of both, those of the first before the others', () => {
    const other: ObservationConvention<StepContext> = {
      ...convention,
      name: 'other',
      contextualName: () => 'other name',
      lowCardinalityKeyValues: () => ({ step: 'other', kind: 'k' }),
      highCardinalityKeyValues: () => ({ more: 'm' }),
    };
    const both = new CompositeObservationConvention(convention, other);
    const context = new StepContext('x');
    expect([both.name, both.contextualName(context)]).toEqual(['test.step', 'step x']);
    expect(both.lowCardinalityKeyValues(context)).toEqual({ step: 'x', kind: 'k' });
    expect(both.highCardinalityKeyValues(context)).toEqual({ more: 'm' });
    expect(both.supportsContext(context)).toBe(true);
    expect(both.supportsContext(new (class extends ObservationContext {})())).toBe(false);
  });
});

describe('an idle handler', () => {
  class Switched extends Recorder {
    idle = true;

    override get isIdle(): boolean {
      return this.idle;
    }
  }

  const run = async (context: StepContext | null): Promise<boolean> => context !== null;

  it('counts as none, until it is not idle any more', async () => {
    const handler = new Switched();
    const registry = new ObservationRegistry().addHandler(handler).addHandler(new Switched());
    expect(registry.isNoop).toBe(true);
    expect(await registry.observe(() => new StepContext('a'), convention, run)).toBe(false);
    handler.idle = false;
    expect(registry.isNoop).toBe(false);
    expect(await registry.observe(() => new StepContext('b'), convention, run)).toBe(true);
    expect(handler.events).toEqual(['start step b in nothing', 'stop test.step [["step","b"]]']);
  });

  it('keeps nobody else from being told', async () => {
    const recorder = new Recorder();
    const registry = new ObservationRegistry().addHandler(new Switched()).addHandler(recorder);
    await registry.observe(() => new StepContext('a'), convention, run);
    expect(recorder.events).toHaveLength(2);
  });
});
