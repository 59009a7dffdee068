import { describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { getDuplicateToolNames, ToolCallingChatOptions } from '@toolwright/tools';
import { tool } from '../execution/testTools.js';

const toolA = tool('toolA');
const toolB = tool('toolB');

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an exception');
}

describe('duplicate names', () => {
  it('[TD-19] are found once each, and a missing list is refused', () => {
    expect(getDuplicateToolNames([tool('a'), tool('b'), tool('a')])).toEqual(['a']);
    expect(getDuplicateToolNames([tool('a'), tool('a'), tool('a'), tool('b'), tool('b')])).toEqual(['a', 'b']);
    const thrown = thrownBy(() => getDuplicateToolNames(null as never));
    expect(thrown).toBeInstanceOf(IllegalArgumentException);
    expect(thrown.message).toBe('toolCallbacks cannot be null');
  });

  it('[TM-20] are refused for a request', () => {
    const thrown = thrownBy(() => ToolCallingChatOptions.validateToolCallbacks([toolA, toolA]));
    expect(thrown).toBeInstanceOf(IllegalStateException);
    expect(thrown.message).toBe('Multiple tools with the same name (toolA) found in ToolCallingChatOptions');
    expect(() => ToolCallingChatOptions.validateToolCallbacks(null)).not.toThrow();
    expect(() => ToolCallingChatOptions.validateToolCallbacks([])).not.toThrow();
    expect(() => ToolCallingChatOptions.validateToolCallbacks([toolA, toolB])).not.toThrow();
  });
});

describe('merging with the defaults', () => {
  it('[TM-16] lets the context of the request win', () => {
    const merge = ToolCallingChatOptions.mergeToolContext;
    expect(merge({ key1: 'value1', key2: 'value2' }, { key1: 'valueA', key3: 'value3' })).toEqual({
      key1: 'value1',
      key2: 'value2',
      key3: 'value3',
    });
    expect(merge({}, { key: 'value' })).toEqual({ key: 'value' });
    expect(merge(null, { key: 'value' })).toEqual({ key: 'value' });
    expect(merge({ key: 'value' }, {})).toEqual({ key: 'value' });
    expect(merge({ key: 'value' }, null)).toEqual({ key: 'value' });
    expect(merge(null, null)).toBeNull();
    expect(merge({}, {})).toEqual({});
  });

  it('[TM-17] lets the tools of the request replace the defaults', () => {
    const merge = ToolCallingChatOptions.mergeToolCallbacks;
    expect(merge([toolA], [toolB])).toEqual([toolA]);
    expect(merge([], [toolB])).toEqual([toolB]);
    expect(merge(null, [toolB])).toEqual([toolB]);
    expect(merge([toolA], null)).toEqual([toolA]);
    expect(merge(null, null)).toBeNull();
  });

  it('[OP-09] hands out copies', () => {
    const tools = [toolA];
    const context = { a: 1, b: 1 };
    const merged = {
      ofRuntime: ToolCallingChatOptions.mergeToolCallbacks(tools, [toolB]),
      ofDefaults: ToolCallingChatOptions.mergeToolCallbacks([], tools),
      ofNothing: ToolCallingChatOptions.mergeToolCallbacks(null, null),
      both: ToolCallingChatOptions.mergeToolContext({ b: 2 }, context),
      contextOfDefaults: ToolCallingChatOptions.mergeToolContext({}, context),
      contextOfNothing: ToolCallingChatOptions.mergeToolContext(null, null),
    };
    tools.push(toolB);
    context.a = 3;
    expect(merged).toEqual({
      ofRuntime: [toolA],
      ofDefaults: [toolA],
      ofNothing: null,
      both: { a: 1, b: 2 },
      contextOfDefaults: { a: 1, b: 1 },
      contextOfNothing: null,
    });
  });
});

describe('the builder', () => {
  it('[TM-18] replaces by a list, appends single tools, and checks context entries', () => {
    const builder = ToolCallingChatOptions.builder();
    expect(builder.toolCallbacks([toolA]).toolCallbacks([toolB]).build().toolCallbacks).toEqual([toolB]);
    expect(builder.toolCallbacks(toolA, tool('toolC')).build().toolCallbacks).toHaveLength(3);
    const nullTools = thrownBy(() => builder.toolCallbacks(null));
    expect(nullTools).toBeInstanceOf(IllegalArgumentException);
    expect(nullTools.message).toBe('toolCallbacks cannot be null');

    builder.toolContext('a', 1).toolContext('b', 2);
    expect(builder.build().toolContext).toEqual({ a: 1, b: 2 });
    expect(builder.toolContext({ b: 3, c: 4 }).build().toolContext).toEqual({ a: 1, b: 3, c: 4 });
    expect(builder.toolContext(null).build().toolContext).toBeNull();
    const blankKey = thrownBy(() => builder.toolContext(' ', 'value'));
    expect(blankKey).toBeInstanceOf(IllegalArgumentException);
    expect(blankKey.message).toBe('key cannot be null');
    const nullValue = thrownBy(() => builder.toolContext('key', null));
    expect(nullValue).toBeInstanceOf(IllegalArgumentException);
    expect(nullValue.message).toBe('value cannot be null');
  });

  it('[TM-19] tells what was never set from what is empty, and freezes what it hands out', () => {
    const unset = ToolCallingChatOptions.builder().build();
    expect(unset.toolCallbacks).toBeNull();
    expect(unset.toolContext).toBeNull();
    const empty = ToolCallingChatOptions.builder().toolCallbacks([]).toolContext({}).build();
    expect(empty.toolCallbacks).toEqual([]);
    expect(empty.toolContext).toEqual({});
    const set = ToolCallingChatOptions.builder().toolCallbacks([toolA]).toolContext('key', 'value').build();
    expect(() => (set.toolCallbacks as unknown[]).push(toolB)).toThrow(TypeError);
    expect(() => ((set.toolContext as Record<string, unknown>)['key'] = 'other')).toThrow(TypeError);
    expect(set.toolCallbacks).toEqual([toolA]);
    expect(set.toolContext).toEqual({ key: 'value' });
  });

  it('[TM-19] keeps no link to the collections that it was given', () => {
    const tools = [toolA];
    const context: Record<string, unknown> = { key: 'value' };
    const options = ToolCallingChatOptions.builder().toolCallbacks(tools).toolContext(context).build();
    tools.push(toolB);
    context['key'] = 'other';
    expect(options.toolCallbacks).toEqual([toolA]);
    expect(options.toolContext).toEqual({ key: 'value' });
  });

  it('[OP-10] replaces lists, appends single tools, merges and clears values, and never changes what was built', () => {
    const builder = ToolCallingChatOptions.builder();
    const unset = builder.build();
    const tools = [toolA];
    const context: Record<string, unknown> = { a: 1 };
    builder.toolCallbacks([toolB]).toolCallbacks(tools).toolContext({ z: 1 }).toolContext(null);
    const replaced = builder.toolContext(context).build();
    tools.push(toolB);
    context['a'] = 2;
    const appended = builder.toolCallbacks([toolA]).toolCallbacks(toolB).toolCallbacks(tool('toolC')).build();
    const merged = builder.toolContext({ b: 2 }).toolContext({ b: 3 }).build();
    expect([replaced.toolCallbacks, replaced.toolContext]).toEqual([[toolA], { a: 1 }]);
    expect(appended.toolCallbacks?.map(({ definition }) => definition.name)).toEqual(['toolA', 'toolB', 'toolC']);
    expect(merged.toolContext).toEqual({ a: 1, b: 3 });
    expect(builder.toolContext(null).build().toolContext).toBeNull();
    for (const [key, value, message] of [
      ['', 'v', 'key cannot be null'],
      ['k', null, 'value cannot be null'],
    ] as const) {
      const error = thrownBy(() => builder.toolContext(key, value));
      expect(error).toBeInstanceOf(IllegalArgumentException);
      expect(error.message).toBe(message);
    }
    expect([unset.toolCallbacks, unset.toolContext]).toEqual([null, null]);
    expect(builder.toolCallbacks([]).build().toolCallbacks).toEqual([]);
  });

  it('[TM-21] combines by appending the tools and overriding context values', () => {
    const other = ToolCallingChatOptions.builder().toolCallbacks([toolB]).toolContext({ b: 'other', c: 'other' });
    const combined = ToolCallingChatOptions.builder()
      .toolCallbacks([toolA])
      .toolContext({ a: 'own', b: 'own' })
      .combineWith(other)
      .build();
    expect(combined.toolCallbacks).toEqual([toolA, toolB]);
    expect(combined.toolContext).toEqual({ a: 'own', b: 'other', c: 'other' });
    expect(other.build().toolCallbacks).toEqual([toolB]);
  });
});
