import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import {
  DefaultMcpToolNamePrefixGenerator,
  McpConnectionInfo,
  McpToolNamePrefixGenerator,
  McpToolUtils,
} from '@toolwright/mcp';
import fc from 'fast-check';
import { tool } from '../support/ScriptedMcpServer.js';

let log: RecordingLogProvider;

beforeEach(() => {
  log = RecordingLogProvider.install();
});

afterEach(() => {
  log.uninstall();
});

function connection(name = 'one'): McpConnectionInfo {
  return McpConnectionInfo.builder()
    .clientCapabilities({})
    .clientInfo({ name: `client - ${name}`, version: '1', title: name })
    .build();
}

describe('McpToolUtils', () => {
  it.each([
    ['my-special-tool', 'my_special_tool'],
    ['tool@Name', 'toolName'],
    ['get.weather', 'getweather'],
    ['a b', 'ab'],
    ['toolあ', 'tool'],
    ['tool한', 'tool'],
    ['toolع', 'tool'],
    ['tool工具😀name', 'tool工具name'],
    ['tool\u3400', 'tool\u3400'],
    ['tool\u9fff', 'tool\u9fff'],
    ['tool\uf900', 'tool\uf900'],
  ])('[MN-02] formats %s as %s', (name, formatted) => {
    expect(McpToolUtils.format(name)).toBe(formatted);
  });

  it('[MN-02] leaves only legal characters of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(McpToolUtils.format(name)).toMatch(/^[\p{Script=Han}\u4e00-\u9fff\uf900-\ufaffa-zA-Z0-9_]*$/u);
      }),
    );
  });

  it.each([
    ['prefix', 'server1', 'toolName', 'p_server1_toolName'],
    ['pre.fix', 'server1', 'tool@Name', 'p_server1_toolName'],
    ['p', undefined, 'tool-name', 'p_tool_name'],
    ['spring-ai-mcp-client - server1', 'server1', 'echo', 's_a_m_c_s_server1_echo'],
    ['前缀-test', undefined, '工具-name', '前_t_工具_name'],
  ])('[MN-13] prefixes (%s, %s, %s) to %s', (prefix, title, toolName, expected) => {
    expect(McpToolUtils.prefixedToolName(prefix, title, toolName)).toBe(expected);
  });

  it('[MN-13] keeps 64 characters', () => {
    const name = McpToolUtils.prefixedToolName('a'.repeat(40), undefined, 'b'.repeat(62));
    expect(name).toBe(`a_${'b'.repeat(62)}`);
    expect(name).toHaveLength(64);
    expect(McpToolUtils.prefixedToolName('a', undefined, 'b'.repeat(70))).toBe('b'.repeat(64));
  });

  it('[MN-13] refuses empty parts', () => {
    const missing = null as never;
    for (const [prefix, toolName] of [
      ['', 'a'],
      ['a', ''],
      [missing, 'a'],
      ['a', missing],
    ] as const) {
      expect(() => McpToolUtils.prefixedToolName(prefix, undefined, toolName)).toThrow(
        'Prefix or toolName cannot be null or empty',
      );
    }
  });
});

describe('generators of names', () => {
  it('[MN-01] noPrefix() returns the name untouched', () => {
    expect(McpToolNamePrefixGenerator.noPrefix().prefixedToolName(connection(), tool('a b.c-d!'))).toBe('a b.c-d!');
  });

  it('[MN-10] gives a tool without a usable character a number and warns', () => {
    const generator = new DefaultMcpToolNamePrefixGenerator();
    expect(generator.prefixedToolName(connection(), tool('😀'))).toBe('tool_1');
    expect(generator.prefixedToolName(connection(), tool('。'))).toBe('tool_2');
    expect(log.messages('warn')).toEqual([
      "Tool name '😀' has no usable character. Using tool name 'tool_1'",
      "Tool name '。' has no usable character. Using tool name 'tool_2'",
    ]);
  });

  it('[MN-11] keeps the last 64 characters, the prefix included', () => {
    const generator = new DefaultMcpToolNamePrefixGenerator();
    expect(generator.prefixedToolName(connection('x'), tool('a'.repeat(70)))).toBe('a'.repeat(64));
    expect(generator.prefixedToolName(connection('y'), tool('a'.repeat(70)))).toBe(`alt_1_${'a'.repeat(58)}`);
  });

  it('[MN-12] drops Han characters with ascii names', () => {
    const generator = new DefaultMcpToolNamePrefixGenerator({ asciiNames: true });
    expect(generator.prefixedToolName(connection(), tool('工具search'))).toBe('search');
    expect(generator.prefixedToolName(connection(), tool('工具'))).toBe('tool_1');
    const prefixing = McpToolNamePrefixGenerator.connectionPrefix({ asciiNames: true });
    expect(prefixing.prefixedToolName(connection('云'), tool('工具search'))).toBe('_search');
  });

  it('gives every tool of any listing a name of its own', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 })), (names) => {
        const generator = new DefaultMcpToolNamePrefixGenerator();
        const given = names.map((name) => generator.prefixedToolName(connection(), tool(name)));
        expect(new Set(given).size).toBe(names.length);
        for (const name of given) expect(Array.from(name).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('McpConnectionInfo', () => {
  it('[MF-03] needs capabilities and name of the client', () => {
    expect(() => McpConnectionInfo.builder().build()).toThrow('clientCapabilities should not be null');
    expect(() => McpConnectionInfo.builder().clientCapabilities({}).build()).toThrow('clientInfo should not be null');
    expect(connection('files')).toMatchObject({ connectionName: 'files', initializeResult: null });
  });
});
