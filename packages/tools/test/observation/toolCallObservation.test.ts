import { describe, expect, it } from '@jest/globals';
import {
  IllegalArgumentException,
  ObservationContext,
  type ObservationFilter,
  ObservationHandler,
  ObservationRegistry,
} from '@toolwright/core';
import {
  DefaultToolExecutionExceptionProcessor,
  FunctionToolCallback,
  namedToolCallingConvention,
  SpringToolCallingObservationConvention,
  ToolCallingContentObservationFilter,
  ToolCallingManager,
  ToolCallingObservationContext,
  type ToolCallingObservationConvention,
  ToolDefinition,
  ToolMetadata,
} from '@toolwright/tools';
import {
  answerWith,
  callOf,
  failingTool,
  promptWith,
  rejection,
  respond,
  sleep,
  texts,
  tool,
} from '../execution/testTools.js';

/** Remembers what it is told. */
class RecordingHandler extends ObservationHandler<ToolCallingObservationContext> {
  readonly events: string[] = [];
  readonly contexts: ToolCallingObservationContext[] = [];

  override supportsContext(context: ObservationContext): context is ToolCallingObservationContext {
    return context instanceof ToolCallingObservationContext;
  }

  override onStart(context: ToolCallingObservationContext): void {
    this.events.push(`start ${context.contextualName}`);
  }

  override onError(context: ToolCallingObservationContext): void {
    this.events.push(`error ${context.contextualName}`);
  }

  override onStop(context: ToolCallingObservationContext): void {
    this.events.push(`stop ${context.contextualName}`);
    this.contexts.push(context);
  }
}

class CallerContext extends ObservationContext {}

const callerConvention = {
  name: 'caller',
  supportsContext: (context: ObservationContext): context is CallerContext => context instanceof CallerContext,
  contextualName: () => 'caller',
  lowCardinalityKeyValues: () => ({}),
  highCardinalityKeyValues: () => ({}),
};

function observed(convention: ToolCallingObservationConvention = namedToolCallingConvention('opentelemetry')) {
  const handler = new RecordingHandler();
  const registry = new ObservationRegistry().addHandler(handler);
  const builder = ToolCallingManager.builder().observationRegistry(registry).observationConvention(convention);
  return { handler, registry, builder, manager: builder.build() };
}

const definition = ToolDefinition.builder().name('toolA').description('Does A').inputSchema('{}').build();
const contextBuilder = () => ToolCallingObservationContext.builder().toolDefinition(definition);
const low = (context: ObservationContext | undefined) => Object.fromEntries(context!.lowCardinalityKeyValues);
const high = (context: ObservationContext | undefined) => Object.fromEntries(context!.highCardinalityKeyValues);

const SPRING_LOW = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.system': 'spring_ai',
  'spring.ai.kind': 'tool_call',
  'spring.ai.tool.definition.name': 'toolA',
  'spring.ai.tool.type': 'function',
};
const SPRING_HIGH = {
  'spring.ai.tool.definition.description': 'Does A',
  'spring.ai.tool.definition.schema': '{}',
  'spring.ai.tool.call.id': 'call_abc123',
};
const OTEL_LOW = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'toolA',
  'gen_ai.tool.type': 'function',
};
const OTEL_HIGH = { 'gen_ai.tool.description': 'Does A', 'gen_ai.tool.call.id': 'call_abc123' };

describe('the conventions of tool calls', () => {
  const spring = namedToolCallingConvention('spring');
  const context = contextBuilder().toolCallId('call_abc123').build();

  it('[OB-01] spring names the kind spring.ai.tool, unless told otherwise', () => {
    expect(spring.name).toBe('spring.ai.tool');
    expect(new SpringToolCallingObservationConvention('my.tool').name).toBe('my.tool');
  });

  it('[OB-02] spring names the call by its tool', () => {
    expect(spring.contextualName(context)).toBe('execute_tool toolA');
  });

  it('[OB-03] spring has five attributes with few values, whatever is known', () => {
    expect(spring.lowCardinalityKeyValues(context)).toEqual(SPRING_LOW);
    expect(spring.lowCardinalityKeyValues(contextBuilder().build())).toEqual(SPRING_LOW);
  });

  it('[OB-04] spring has description, schema and id of the call', () => {
    expect(spring.highCardinalityKeyValues(context)).toEqual(SPRING_HIGH);
  });

  it.each(['opentelemetry', 'spring', 'both'] as const)('[OB-05] %s supports tool calls only and is stable', (name) => {
    const convention = namedToolCallingConvention(name);
    expect(convention.supportsContext(new CallerContext())).toBe(false);
    expect(convention.supportsContext(null as never)).toBe(false);
    expect(convention.supportsContext(context)).toBe(true);
    expect(convention.lowCardinalityKeyValues(context)).toEqual(convention.lowCardinalityKeyValues(context));
    expect(convention.highCardinalityKeyValues(context)).toEqual(convention.highCardinalityKeyValues(context));
  });

  it('are those of OpenTelemetry by default', () => {
    const convention = namedToolCallingConvention('opentelemetry');
    expect([convention.name, convention.contextualName(context)]).toEqual(['toolwright.tool', 'execute_tool toolA']);
    expect(convention.lowCardinalityKeyValues(context)).toEqual(OTEL_LOW);
    expect(convention.highCardinalityKeyValues(context)).toEqual(OTEL_HIGH);
  });

  it('can be both at once, under the name of OpenTelemetry', () => {
    const both = namedToolCallingConvention('both');
    expect([both.name, both.contextualName(context)]).toEqual(['toolwright.tool', 'execute_tool toolA']);
    expect(both.lowCardinalityKeyValues(context)).toEqual({ ...OTEL_LOW, ...SPRING_LOW });
    expect(both.highCardinalityKeyValues(context)).toEqual({ ...OTEL_HIGH, ...SPRING_HIGH });
  });
});

describe('ToolCallingObservationContext', () => {
  it('[OB-06] requires a definition and metadata', () => {
    expect(() => ToolCallingObservationContext.builder().build()).toThrow(
      new IllegalArgumentException('toolDefinition cannot be null'),
    );
    expect(() =>
      contextBuilder()
        .toolMetadata(null as never)
        .build(),
    ).toThrow(new IllegalArgumentException('toolMetadata cannot be null'));
    const { toolMetadata, toolDefinition } = contextBuilder().build();
    expect(toolDefinition).toBe(definition);
    expect(toolMetadata).toBeInstanceOf(ToolMetadata);
    expect([toolMetadata.returnDirect, toolMetadata.attributes]).toEqual([false, {}]);
  });

  it('[OB-07] takes missing arguments for an empty object and keeps a missing result apart from an empty one', () => {
    const built = (args: string | null, result: string | null) => {
      const context = contextBuilder().toolCallArguments(args).toolCallResult(result).build();
      return [context.toolCallArguments, context.toolCallResult];
    };
    expect(built(null, null)).toEqual(['{}', null]);
    expect(built('', '')).toEqual(['{}', '']);
    expect(built('lizard', 'result')).toEqual(['lizard', 'result']);
    expect(contextBuilder().build().toolCallResult).toBeNull();
  });

  it('[OB-08] takes a missing type for a function and a missing id for none', () => {
    const built = (type: string | null, id: string | null) => {
      const context = contextBuilder().toolType(type).toolCallId(id).build();
      return [context.toolType, context.toolCallId];
    };
    expect(built(null, null)).toEqual(['function', '']);
    expect(built('', '')).toEqual(['function', '']);
    expect(built('mcp', 'call_abc123')).toEqual(['mcp', 'call_abc123']);
  });
});

describe('ToolCallingContentObservationFilter', () => {
  const ARGUMENTS = 'spring.ai.tool.call.arguments';
  const RESULT = 'spring.ai.tool.call.result';
  const filtered = (args: string | null, result: string | null) =>
    high(
      new ToolCallingContentObservationFilter('spring').map(
        contextBuilder().toolCallArguments(args).toolCallResult(result).build(),
      ),
    );

  it('[OB-09] adds arguments and result', () => {
    expect(filtered('input', 'result')).toEqual({ [ARGUMENTS]: 'input', [RESULT]: 'result' });
    expect(filtered('', 'result')).toEqual({ [ARGUMENTS]: '{}', [RESULT]: 'result' });
    expect(filtered('input', '')).toEqual({ [ARGUMENTS]: 'input', [RESULT]: '' });
    expect(filtered('input', null)).toEqual({ [ARGUMENTS]: 'input' });
  });

  it('adds them under the names of OpenTelemetry by default, or under both', () => {
    const names = (filter: ObservationFilter) =>
      Object.keys(high(filter.map(contextBuilder().toolCallResult('r').build())));
    const otel = ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'];
    expect(names(new ToolCallingContentObservationFilter())).toEqual(otel);
    expect(names(new ToolCallingContentObservationFilter('both'))).toEqual([...otel, ARGUMENTS, RESULT]);
  });

  it('[OB-10] leaves other contexts alone, and adds nothing twice', () => {
    const filter = new ToolCallingContentObservationFilter('spring');
    const other = new CallerContext();
    expect(filter.map(other)).toBe(other);
    expect([other.lowCardinalityKeyValues.size, other.highCardinalityKeyValues.size]).toEqual([0, 0]);
    const context = contextBuilder().toolCallArguments('input').toolCallResult('result').build();
    expect(filter.map(filter.map(context))).toBe(context);
    expect([...context.highCardinalityKeyValues]).toEqual([
      [ARGUMENTS, 'input'],
      [RESULT, 'result'],
    ]);
  });
});

describe('the observation of a tool call', () => {
  it('[OB-12] is exactly one, stopped, a child of the current one, and keeps content out of its attributes', async () => {
    const { handler, registry, manager } = observed(namedToolCallingConvention('spring'));
    const toolA = tool('toolA', () => 'secret result', { description: 'Does A' });
    const caller = new CallerContext();
    await registry
      .start(caller, callerConvention)
      .run(() => respond([toolA], [callOf('toolA', '{"secret":1}', 'call_abc123')], manager));
    expect(handler.events).toEqual(['start execute_tool toolA', 'stop execute_tool toolA']);
    const [context] = handler.contexts;
    expect([context?.name, context?.parent]).toEqual(['spring.ai.tool', caller]);
    expect([context?.toolCallArguments, context?.toolCallResult]).toEqual(['{"secret":1}', 'secret result']);
    expect(low(context)).toEqual(SPRING_LOW);
    expect(high(context)).toEqual(SPRING_HIGH);
  });

  it('is the parent of what the tool starts, also when calls run at the same time', async () => {
    const { registry, manager } = observed();
    const nested = (name: string) =>
      tool(name, async () => {
        await sleep(2);
        const { current } = registry;
        return `${current?.contextualName ?? 'none'} in ${current?.parent?.contextualName ?? 'none'}`;
      });
    const run = () => respond([nested('a'), nested('b')], ['a', 'b'], manager);
    const observation = registry.start(new CallerContext(), callerConvention);
    expect(texts(await observation.run(run))).toEqual(['execute_tool a in caller', 'execute_tool b in caller']);
  });

  it('[OB-13] is marked as an error when the model is told about the failure', async () => {
    const { handler, manager, registry } = observed();
    const secretive = tool('toolB', () => {
      throw new RangeError('You failed this city!');
    });
    expect(texts(await respond([secretive], ['toolB'], manager))).toEqual(['You failed this city!']);
    expect(handler.events).toEqual(['start execute_tool toolB', 'error execute_tool toolB', 'stop execute_tool toolB']);
    const [context] = handler.contexts;
    expect(context?.toolCallResult).toBe('You failed this city!');
    expect(low(context)['error.type']).toBe('RangeError');
    expect([...context!.lowCardinalityKeyValues.values(), ...context!.highCardinalityKeyValues.values()]).not.toContain(
      'You failed this city!',
    );
    registry.addFilter(new ToolCallingContentObservationFilter());
    await respond([secretive], ['toolB'], manager);
    expect(high(handler.contexts[1])['gen_ai.tool.call.result']).toBe('You failed this city!');
  });

  it('names the exception about arguments, which has no cause', async () => {
    const { handler, manager } = observed();
    const real = FunctionToolCallback.builder('toolA', () => 'a')
      .description('A')
      .inputType(Object)
      .build();
    await respond([real], [callOf('toolA', '{"city":')], manager);
    expect(low(handler.contexts[0])['error.type']).toBe('ToolArgumentsException');
  });

  it('[OB-13] is marked as an error when the failure ends the turn', async () => {
    const { handler, builder } = observed();
    const processor = DefaultToolExecutionExceptionProcessor.builder().alwaysThrow(true).build();
    const manager = builder.toolExecutionExceptionProcessor(processor).build();
    const error = await rejection(respond([failingTool('toolB')], ['toolB'], manager));
    expect(handler.events).toEqual(['start execute_tool toolB', 'error execute_tool toolB', 'stop execute_tool toolB']);
    expect(handler.contexts[0]?.error).toBe(error);
    expect(handler.contexts[0]?.toolCallResult).toBeNull();
    // The class of what the tool threw, not of the exception around it.
    expect(low(handler.contexts[0])['error.type']).toBe('Error');
  });

  it('[OB-14] has no length for a call that breaches a limit, answered or not', async () => {
    const { handler, builder } = observed();
    builder.maxTotalToolCalls(1);
    const body = tool('toolA');
    await rejection(respond([body], ['toolA', 'toolA'], builder.build()));
    await respond([body], ['toolA', 'toolA'], builder.onLimitExceeded('RETURN_ERROR_RESPONSE').build());
    const breaches = handler.contexts.filter((context) => low(context)['error.type'] === 'limit_exceeded');
    expect(breaches).toHaveLength(2);
    expect(handler.contexts).toHaveLength(4);
    expect(handler.events.slice(0, 3)).toEqual([
      'start execute_tool toolA',
      'error execute_tool toolA',
      'stop execute_tool toolA',
    ]);
    expect(breaches[0]?.toolCallId).toBe('id-toolA');
    expect((breaches[0]?.error as Error).message).toBe('Total tool call limit (1) exceeded for this turn');
    expect(body.inputs).toHaveLength(2);
  });

  it('[OB-14] has no length for a call of an unknown tool, answered or not', async () => {
    const { handler, builder } = observed();
    await respond([tool('toolA')], ['ghost', ''], builder.build());
    await rejection(respond([tool('toolA')], ['ghost'], builder.unknownToolBehavior('throw').build()));
    await respond([tool('toolA')], ['hidden'], builder.build(), { unknownToolResponse: () => 'search first' });
    expect(handler.events).toEqual(
      ['ghost', 'unknown', 'ghost', 'hidden'].flatMap((name) =>
        ['start', 'error', 'stop'].map((event) => `${event} execute_tool ${name}`),
      ),
    );
    expect(handler.contexts.map((context) => low(context)['error.type'])).toEqual(Array(4).fill('unknown_tool'));
    expect(handler.contexts[3]?.toolCallResult).toBe('search first');
  });

  it('has no length for a call that was made already or that was declined', async () => {
    const { handler, builder } = observed();
    const book = tool('book', undefined, { attributes: { approval: 'required' } });
    await respond([tool('toolA'), book], ['toolA', 'toolA', 'book'], builder.maxIdenticalCalls(1).build());
    const refused = handler.contexts.filter((context) => low(context)['error.type'] !== undefined);
    expect(refused.map((context) => [context.toolCallId, low(context)['error.type'], context.toolCallResult])).toEqual([
      ['id-toolA', 'identical_call', 'This exact call was already made; its result has not changed.'],
      ['id-book', 'call_declined', 'The user declined this call: no approval handler is configured'],
    ]);
    expect(book.inputs).toEqual([]);
  });

  it('bounds the name that a model made up', async () => {
    const { handler, manager } = observed();
    await respond([], ['x'.repeat(1000), ' \n'], manager);
    expect(handler.contexts.map(({ toolDefinition }) => toolDefinition.name)).toEqual([
      `${'x'.repeat(63)}…`,
      'unknown',
    ]);
  });

  it('tells about a resolver that fails', async () => {
    const { handler, builder } = observed();
    const resolver = {
      resolve: () => {
        throw new EvalError('no registry');
      },
    };
    const manager = builder.resolutionFallbackEnabled(true).toolCallbackResolver(resolver).build();
    await respond([], ['toolA'], manager);
    expect(low(handler.contexts[0])['error.type']).toBe('EvalError');
    expect(handler.contexts[0]?.toolCallResult).toBe('no registry');
  });

  it('ends at once when the turn is aborted, whatever the tool does', async () => {
    const { handler, manager } = observed();
    const abort = new AbortController();
    const stubborn = tool('toolA', () => new Promise<string>(() => undefined));
    const running = manager.executeToolCalls(promptWith([stubborn]), answerWith('toolA'), { signal: abort.signal });
    await sleep(1);
    abort.abort(new TypeError('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(handler.events).toEqual(['start execute_tool toolA', 'error execute_tool toolA', 'stop execute_tool toolA']);
    expect(low(handler.contexts[0])['error.type']).toBe('TypeError');
  });

  it('refuses a missing convention', () => {
    expect(() => ToolCallingManager.builder().observationConvention(null as never)).toThrow(
      new IllegalArgumentException('observationConvention cannot be null'),
    );
  });
});
