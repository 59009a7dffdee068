import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import {
  DelegatingToolCallbackResolver,
  StaticToolCallbackResolver,
  type ToolCallback,
  ToolCallbackResolver,
  ToolCallingManager,
} from '@toolwright/tools';
import { answerWith, promptWith, respond, responsesOf, texts, tool } from '../execution/testTools.js';

const a = tool('a');
const b = tool('b');

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

describe('StaticToolCallbackResolver', () => {
  it('[TR-01] finds its tools and nothing else', () => {
    const resolver = new StaticToolCallbackResolver([a, b]);
    expect(resolver.resolve('a')).toBe(a);
    expect(resolver.resolve('b')).toBe(b);
    expect(resolver.resolve('c')).toBeNull();
    expect(logs.entries).toEqual([]);
  });

  it('[TR-03] uses the last of two tools with one name and warns of both', () => {
    const first = tool('same', undefined, { description: 'The first one' });
    const second = tool('same', undefined, { description: 'The second one' });
    expect(new StaticToolCallbackResolver([first, second]).resolve('same')).toBe(second);
    expect(logs.messages('warn')).toEqual([
      `Two tools are named 'same': TestToolCallback ("The second one") replaces TestToolCallback ("The first one"). Rename one of them.`,
    ]);
  });
});

describe('null checks', () => {
  it('[TR-02] name what is missing', async () => {
    const refused = (message: string) => new IllegalArgumentException(message);
    expect(() => new StaticToolCallbackResolver(null as never)).toThrow(refused('toolCallbacks cannot be null'));
    expect(() => new StaticToolCallbackResolver([a, null as never])).toThrow(
      refused('toolCallbacks cannot contain null elements'),
    );
    expect(() => new DelegatingToolCallbackResolver(null as never)).toThrow(
      refused('toolCallbackResolvers cannot be null'),
    );
    expect(() => new DelegatingToolCallbackResolver([null as never])).toThrow(
      refused('toolCallbackResolvers cannot contain null elements'),
    );
    expect(() => new StaticToolCallbackResolver([]).resolve('')).toThrow(refused('toolName cannot be null or empty'));
    const delegating = new DelegatingToolCallbackResolver([]).resolve('');
    await expect(delegating).rejects.toThrow(refused('toolName cannot be null or empty'));
    await expect(delegating).rejects.toBeInstanceOf(IllegalArgumentException);
  });
});

describe('DelegatingToolCallbackResolver', () => {
  it('[TR-04] takes the first answer and asks nobody after it', async () => {
    const asked: string[] = [];
    const resolver = (name: string, found: ToolCallback | null): ToolCallbackResolver => ({
      resolve: (toolName) => {
        asked.push(`${name}:${toolName}`);
        return found;
      },
    });
    const first = resolver('r1', null);
    const second = resolver('r2', a);
    const third = resolver('r3', b);
    expect(await new DelegatingToolCallbackResolver([first, second, third]).resolve('x')).toBe(a);
    expect(asked).toEqual(['r1:x', 'r2:x']);
    expect(await new DelegatingToolCallbackResolver([first]).resolve('x')).toBeNull();
    expect(await new DelegatingToolCallbackResolver([]).resolve('x')).toBeNull();
  });
});

describe('the resolution fallback', () => {
  it('[TR-09] awaits the resolver, and only for names that the request lacks', async () => {
    class RemoteResolver extends ToolCallbackResolver {
      override readonly resolve = jest.fn(async (toolName: string): Promise<ToolCallback | null> => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return toolName === 'remote' ? tool('remote', () => 'from afar') : null;
      });
    }
    const resolver = new RemoteResolver();
    const manager = ToolCallingManager.builder().toolCallbackResolver(resolver).resolutionFallbackEnabled(true).build();
    expect(texts(await respond([a], ['a', 'remote'], manager))).toEqual(['Mission accomplished!', 'from afar']);
    expect(resolver.resolve.mock.calls).toEqual([['remote']]);
  });

  it('[TM-11] looks for the exact name, first in the request, then in the resolver', async () => {
    const attached = tool('weather', () => 'attached');
    const shadowed = tool('weather', () => 'resolver');
    const other = tool('Weather', () => 'other case');
    const manager = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([shadowed, other]))
      .resolutionFallbackEnabled(true)
      .build();
    expect(texts(await respond([attached], ['weather', 'Weather'], manager))).toEqual(['attached', 'other case']);
    const withoutFallback = ToolCallingManager.builder()
      .toolCallbackResolver(new StaticToolCallbackResolver([shadowed, other]))
      .build();
    const result = await withoutFallback.executeToolCalls(promptWith([attached]), answerWith('weather', 'Weather'));
    expect(texts(responsesOf(result))).toEqual(['attached', "Unknown tool 'Weather'. Available tools: weather."]);
  });

  it('[TM-11] never lets the first of two attached tools with one name run', async () => {
    const twice = [tool('same', () => 'first'), tool('same', () => 'second')];
    await expect(respond(twice, ['same'])).rejects.toThrow(
      'Multiple tools with the same name (same) found in ToolCallingChatOptions',
    );
    expect(twice.map(({ inputs }) => inputs)).toEqual([[], []]);
  });
});
