import { afterEach, describe, expect, it } from '@jest/globals';
import { TemporaryProject } from '../TemporaryProject.js';

let project: TemporaryProject | undefined;

afterEach(() => {
  project?.remove();
  project = undefined;
});

describe('the methods of an MCP server', () => {
  it('[MS-14] are described by their types: what may be left out, what is a choice, and what a request fills', async () => {
    project = TemporaryProject.of({
      'src/features.ts': `
import {
  McpArg, McpMeta, McpProgressToken, McpPrompt, McpRequest, McpRequestContext, McpResource, McpTool, McpToolParam,
} from '@toolwright/mcp';
function Quick() { return McpTool({ timeout: '1s' }); }
export class Features {
  @McpTool()
  forecast(city: string, unit?: 'C' | 'F', days = 1, zone: string | null = null, note: string | undefined = undefined) {
    return [city, unit, days, zone, note].join();
  }
  @McpTool()
  marked(@McpToolParam() always?: string) { return String(always); }
  @McpTool()
  injected(word: string, context: McpRequestContext, meta: McpMeta, @McpProgressToken() token: string | number | null,
    @McpRequest() request: { callback: () => void }) {
    return [word, context, meta, token, request].length;
  }
  @Quick()
  composed(other?: number) { return other; }
  @McpPrompt()
  ask(@McpArg({ required: true }) topic: string, style?: 'long' | 'short') { return topic + String(style); }
  @McpResource({ uri: 'a://{id}' })
  read(id: string, context?: McpRequestContext) { return id + String(context); }
  plain(text: string) { return text; }
}`,
    });
    const { code, err } = await project.run();
    expect([code, err]).toEqual([0, '']);
    const [features] = project.manifest.classes;
    const text = { type: 'string' };
    expect(features?.methods).toEqual({
      forecast: {
        parameters: [
          { name: 'city', schema: text },
          { name: 'unit', schema: { type: 'string', enum: ['C', 'F'] }, optional: true },
          { name: 'days', schema: { type: 'number' }, optional: true },
          { name: 'zone', schema: { type: ['null', 'string'] }, optional: true },
          { name: 'note', schema: text, optional: true },
        ],
        returns: 'value',
      },
      marked: { parameters: [{ name: 'always', schema: text, optional: true }], returns: 'value' },
      injected: {
        parameters: [
          { name: 'word', schema: text },
          { name: 'context' },
          { name: 'meta' },
          { name: 'token' },
          { name: 'request' },
        ],
        returns: 'value',
      },
      composed: { parameters: [{ name: 'other', schema: { type: 'number' }, optional: true }], returns: 'value' },
      ask: {
        parameters: [
          { name: 'topic', schema: text },
          { name: 'style', schema: { type: 'string', enum: ['long', 'short'] }, optional: true },
        ],
        returns: 'value',
      },
      read: { parameters: [{ name: 'id', schema: text }, { name: 'context' }], returns: 'value' },
    });
  }, 60_000);
});
