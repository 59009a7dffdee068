import { describe, expect, it } from '@jest/globals';
import { ToolCallback, ToolCallbackProvider, ToolContext, ToolDefinition } from '@toolwright/tools';

class Custom extends ToolCallback {
  readonly inputs: string[] = [];
  readonly definition = ToolDefinition.builder().name('custom').inputSchema('{}').build();

  override async call(toolInput: string): Promise<string> {
    this.inputs.push(toolInput);
    return 'ok';
  }
}

describe('ToolCallback', () => {
  it('[TCB-01] needs only a definition and a function of the input', async () => {
    const callback: ToolCallback = new Custom();
    expect(callback.metadata.returnDirect).toBe(false);
    expect(await callback.call('{"a":1}', new ToolContext({ foo: 'bar' }))).toBe('ok');
    expect((callback as Custom).inputs).toEqual(['{"a":1}']);
  });

  it('[TCB-05] is handed out by a provider in a frozen list', () => {
    const source = [new Custom()];
    const callbacks = ToolCallbackProvider.from(source).toolCallbacks() as ToolCallback[];
    expect(() => callbacks.push(new Custom())).toThrow(TypeError);
    source.push(new Custom());
    expect(callbacks).toHaveLength(1);
  });
});
