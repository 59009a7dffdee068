import { describe, expect, it } from '@jest/globals';
import { type ObservationContext, ObservationHandler, ObservationRegistry } from '@toolwright/core';
import { ToolCallingManager, ToolCallingObservationContext } from '@toolwright/tools';
import { callOf, failingTool, respond, texts, tool } from '../execution/testTools.js';

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

function observed() {
  const handler = new RecordingHandler();
  const registry = new ObservationRegistry().addHandler(handler);
  return { handler, registry, manager: ToolCallingManager.builder().observationRegistry(registry).build() };
}

describe('the observation of a tool call', () => {
  it('starts and stops once, names the tool and keeps its content out of the attributes', async () => {
    const { handler, manager } = observed();
    await respond([tool('toolA', () => 'secret result')], [callOf('toolA', '{"secret":1}', 'call-1')], manager);
    expect(handler.events).toEqual(['start execute_tool toolA', 'stop execute_tool toolA']);
    const [context] = handler.contexts;
    expect(context?.name).toBe('toolwright.tool');
    expect(context?.toolCallResult).toBe('secret result');
    expect(Object.fromEntries(context!.lowCardinalityKeyValues)).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'toolA',
      'gen_ai.tool.type': 'function',
    });
    expect(Object.fromEntries(context!.highCardinalityKeyValues)).toEqual({
      'gen_ai.tool.call.id': 'call-1',
      'gen_ai.tool.description': 'tool a',
    });
  });

  it('records a failure even though the model is told about it', async () => {
    const { handler, manager } = observed();
    expect(texts(await respond([failingTool('toolB')], ['toolB'], manager))).toEqual(['You failed this city!']);
    expect(handler.events).toEqual(['start execute_tool toolB', 'error execute_tool toolB', 'stop execute_tool toolB']);
    expect((handler.contexts[0]?.error as Error).message).toBe('You failed this city!');
  });

  it('is the parent of what the tool starts, also when calls run at the same time', async () => {
    const { registry, manager } = observed();
    const nested = (name: string) =>
      tool(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return registry.current?.contextualName ?? 'none';
      });
    expect(texts(await respond([nested('a'), nested('b')], ['a', 'b'], manager))).toEqual([
      'execute_tool a',
      'execute_tool b',
    ]);
  });
});
