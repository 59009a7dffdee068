import { describe, expect, it } from '@jest/globals';
import { DeferredToolCallback, FunctionToolCallback, isDeferredTool, ToolContext } from '@toolwright/tools';

const echo = () =>
  FunctionToolCallback.builder('echo', (input: unknown, context: unknown) => [
    input,
    (context as ToolContext | undefined)?.context['tenant'] ?? null,
  ])
    .description('Gives back')
    .inputSchema('{"type":"object","properties":{"a":{"type":"number"}}}')
    .build();

describe('DeferredToolCallback', () => {
  it('[TX-18] marks a tool and is otherwise the same', async () => {
    const tool = echo();
    const deferred = DeferredToolCallback.of(tool);
    expect([isDeferredTool(tool), isDeferredTool(deferred)]).toEqual([false, true]);
    expect(deferred.definition).toBe(tool.definition);
    expect(deferred.metadata.returnDirect).toBe(false);
    expect(deferred.metadata.attributes).toEqual({ ...tool.metadata.attributes, deferred: true });
    expect(await deferred.call('{"a":1}', new ToolContext({ tenant: 'x' }))).toBe('[{"a":1},"x"]');
  });

  it('gives the same object for the same tool, so that lists of tools stay the same', () => {
    const tool = echo();
    const deferred = DeferredToolCallback.of(tool);
    expect(DeferredToolCallback.of(tool)).toBe(deferred);
    expect(DeferredToolCallback.of(deferred)).toBe(deferred);
    expect(DeferredToolCallback.of(echo())).not.toBe(deferred);
  });

  it('refuses null', () => {
    expect(() => DeferredToolCallback.of(null as never)).toThrow('tool cannot be null');
  });
});
