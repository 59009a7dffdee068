import { describe, expect, it } from '@jest/globals';
import { Prompt } from '@toolwright/model';
import { OfflineChatModel } from '@toolwright/models';
import { type ToolCallback, ToolCallingChatOptions } from '@toolwright/tools';
import type { ChoiceCase } from '../catalogue/defineTool.js';
import { leisureCases, leisureTools } from '../catalogue/leisure.js';
import { warehouseCases, warehouseTools } from '../catalogue/warehouse.js';

const model = new OfflineChatModel();

async function choose(tools: readonly ToolCallback[], request: string) {
  const options = new ToolCallingChatOptions({ toolCallbacks: tools });
  const { result } = await model.call(new Prompt(request, options));
  const call = result?.output.toolCalls[0];
  return call
    ? { tool: call.name, args: JSON.parse(call.arguments) as unknown }
    : { tool: null, text: result?.output.text };
}

/** How many of the requests lead to the right tool, counted over a whole catalogue. */
async function share(tools: readonly ToolCallback[], cases: readonly ChoiceCase[]): Promise<number> {
  let right = 0;
  for (const [request, tool] of cases) if ((await choose(tools, request)).tool === tool) right++;
  return right / cases.length;
}

describe.each([
  ['a warehouse', warehouseTools, warehouseCases],
  ['a kitchen, the sky and music', leisureTools, leisureCases],
  ['both catalogues together', [...warehouseTools, ...leisureTools], [...warehouseCases, ...leisureCases]],
])('tools of %s', (_, tools, cases) => {
  it('leads at least 95 of 100 requests to the right tool', async () => {
    expect(await share(tools, cases)).toBeGreaterThanOrEqual(0.95);
  });

  it.each(cases)('%s', async (request, tool, args) => {
    expect(await choose(tools, request)).toEqual({ tool, args });
  });
});
