import { describe, expect, it } from '@jest/globals';
import {
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
      'stop test.step [["step","x"]]',
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

  it('refuses handlers on the registry that all share', () => {
    expect(() => ObservationRegistry.NOOP.addHandler(new Recorder())).toThrow(TypeError);
  });
});
