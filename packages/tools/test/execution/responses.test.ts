import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, RecordingLogProvider } from '@toolwright/core';
import { Prompt, UserMessage } from '@toolwright/model';
import {
  JsonToolErrorFormatter,
  TextToolCallResultConverter,
  Tool,
  ToolCallbacks,
  ToolCallback,
  ToolCallingChatOptions,
  ToolCallingManager,
  type ToolCallLimitExceededException,
  ToolDefinition,
  ToolParam,
} from '@toolwright/tools';
import {
  answerWith,
  callOf,
  failingTool,
  partialOf,
  priorResponses,
  promptWith,
  rejection,
  respond,
  responsesOf,
  texts,
  tool,
} from './testTools.js';

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

class Reports {
  @Tool({ maxResultChars: 4 })
  short(): string {
    return 'abcdefgh';
  }

  @Tool()
  plain(): string {
    return 'Hello';
  }

  @Tool()
  nothing(): void {}

  @Tool()
  echo(@ToolParam({ name: 'city', required: false }) city?: string): string {
    return `city ${city ?? 'none'}`;
  }
}

const [short, plain, nothing, echo] = ToolCallbacks.from(new Reports()) as [
  ToolCallback,
  ToolCallback,
  ToolCallback,
  ToolCallback,
];

describe('results', () => {
  it('[TX-12] are cut at the limit, with a note', async () => {
    const manager = ToolCallingManager.builder().maxResultChars(20_000).build();
    const long = tool('long', () => 'x'.repeat(156_000));
    const fits = tool('fits', () => 'y'.repeat(20_000));
    const [cut, whole] = texts(await respond([long, fits], ['long', 'fits'], manager));
    expect(cut).toBe(`${'x'.repeat(20_000)}… [truncated: 20000 of 156000 characters]`);
    expect(whole).toBe('y'.repeat(20_000));
    expect(logs.messages('warn')).toEqual([
      "The result of tool 'long' has 156000 characters; the model is given the first 20000.",
    ]);
  });

  it('[TX-12] are never cut within a character', async () => {
    const manager = ToolCallingManager.builder().maxResultChars(4).build();
    const [cut] = texts(await respond([tool('smile', () => 'abc😀def')], ['smile'], manager));
    expect(cut).toBe('abc… [truncated: 3 of 8 characters]');
  });

  it('[TX-12] are cut as their tool says, and not when they are returned directly', async () => {
    expect(texts(await respond([short], ['short']))).toEqual(['"abc… [truncated: 4 of 10 characters]']);
    const manager = ToolCallingManager.builder().maxResultChars(4).build();
    const direct = tool('direct', () => 'abcdefgh', { returnDirect: true });
    expect(texts(await respond([direct], ['direct'], manager))).toEqual(['abcdefgh']);
    expect(() => {
      class Wrong {
        @Tool({ maxResultChars: 0 })
        report(): void {}
      }
      return ToolCallbacks.from(new Wrong());
    }).toThrow(new IllegalArgumentException('maxResultChars must be at least 1, but is 0'));
  });

  it('[RC-14] are plain text with the text converter', async () => {
    const converter = new TextToolCallResultConverter();
    expect(await converter.convert('a "b"')).toBe('a "b"');
    expect(await converter.convert(undefined)).toBe('Done');
    expect(await converter.convert(null, 'void')).toBe('Done');
    expect(await converter.convert({ a: 1 })).toBe('{"a":1}');
    expect(await converter.convert(null)).toBe('null');
    class Own {
      @Tool({ resultConverter: TextToolCallResultConverter })
      plain(): string {
        return 'Hello';
      }
    }
    expect(await ToolCallbacks.from(new Own())[0]?.call('{}')).toBe('Hello');
  });

  it('[RC-14] are plain text if the manager says so, with and without a timeout', async () => {
    const builder = ToolCallingManager.builder().resultConverter(new TextToolCallResultConverter());
    for (const manager of [builder.build(), builder.executionTimeout(5000).build()]) {
      expect(texts(await respond([plain, nothing], ['plain', 'nothing'], manager))).toEqual(['Hello', 'Done']);
    }
    expect(texts(await respond([plain, nothing], ['plain', 'nothing']))).toEqual(['"Hello"', '"Done"']);
  });
});

describe('unknown arguments', () => {
  it('are dropped or rejected as the manager says', async () => {
    const call = callOf('echo', '{"city":"Rome","town":"Oslo"}');
    const strict = ToolCallingManager.builder().unknownArguments('reject').build();
    expect(texts(await respond([echo], [call]))).toEqual(['"city Rome"']);
    expect(texts(await respond([echo], [call], strict))).toEqual([
      "Invalid arguments for tool 'echo': $.town is not a known key",
    ]);
    expect(texts(await respond([echo], [call]))).toEqual(['"city Rome"']);
  });
});

describe('[TX-14] every response that the manager makes up', () => {
  const json = () => ToolCallingManager.builder().toolErrorFormatter(new JsonToolErrorFormatter());

  it('is JSON if the formatter says so', async () => {
    const manager = json().maxCallsPerTool('a', 1).onLimitExceeded('RETURN_ERROR_RESPONSE').build();
    const responses = await respond(
      [tool('a'), failingTool('broken', 'he said "no"'), echo],
      ['a', callOf('a', '{}', 'again'), 'broken', 'nobody', callOf('echo', '[]')],
      manager,
    );
    expect(texts(responses).map((text, index) => (index === 0 ? text : (JSON.parse(text) as unknown)))).toEqual([
      'Mission accomplished!',
      {
        error: {
          code: 'LIMIT_EXCEEDED',
          message: "Tool call limit (1) exceeded for tool 'a'. No further calls to this tool are allowed in this turn.",
        },
      },
      { error: { code: 'TOOL_FAILED', message: 'he said "no"' } },
      { error: { code: 'UNKNOWN_TOOL', message: "Unknown tool 'nobody'. Available tools: echo, a, broken." } },
      { error: { code: 'INVALID_ARGUMENTS', message: 'arguments must be a JSON object' } },
    ]);
  });

  it('keeps the text of a breach for the caller', async () => {
    const manager = json().maxTotalToolCalls(1).build();
    const run = manager.executeToolCalls(
      promptWith([tool('a')], [new UserMessage('Go'), priorResponses('a', 1)]),
      answerWith('a'),
    );
    const error = await rejection<ToolCallLimitExceededException>(run);
    const text = 'Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.';
    expect(JSON.parse(responsesOf(partialOf(error))[0]?.responseData ?? '')).toEqual({
      error: { code: 'LIMIT_EXCEEDED', message: text },
    });
    expect(error.buildGeneration().output.text).toBe(text);
  });

  it('is text by default', async () => {
    expect(texts(await respond([tool('a')], ['b']))).toEqual(["Unknown tool 'b'. Available tools: a."]);
  });
});

describe('[TX-24] identical calls', () => {
  const same = 'This exact call was already made; its result has not changed.';
  const manager = ToolCallingManager.builder().maxIdenticalCalls(2).build();

  it('are answered without running once there were enough of them', async () => {
    const lookup = tool('lookup', () => 'found');
    const calls = [
      callOf('lookup', '{"a":1,"b":{"c":2,"d":3}}', '1'),
      callOf('lookup', ' {"b": {"d":3.0, "c":2e0}, "a":1}', '2'),
      callOf('lookup', '{"b":{"c":2,"d":3},"a":1}', '3'),
      callOf('lookup', '{"a":2}', '4'),
    ];
    const responses = await respond([lookup], calls, manager);
    expect(texts(responses)).toEqual(['found', 'found', same, 'found']);
    expect(responses[2]).toMatchObject({ isError: true, error: { code: 'IDENTICAL_CALL', phase: 'limits' } });
    expect(lookup.inputs).toHaveLength(3);
    expect(texts(await respond([lookup], calls))).toEqual(['found', 'found', 'found', 'found']);
  });

  it('are counted through the rounds of a turn, failed ones too, and not beyond it', async () => {
    const failing = failingTool('lookup', 'not found');
    let history = promptWith([failing]).instructions;
    const round = async (): Promise<readonly string[]> => {
      const result = await manager.executeToolCalls(promptWith([failing], history), answerWith(callOf('lookup', '{}')));
      history = result.conversationHistory;
      return texts(responsesOf(result));
    };
    expect([await round(), await round(), await round()]).toEqual([['not found'], ['not found'], [same]]);
    history = [...history, new UserMessage('Try again')];
    expect(await round()).toEqual(['not found']);
  });

  it('count for the limits, and volatile tools are exempt', async () => {
    const limited = ToolCallingManager.builder()
      .maxIdenticalCalls(1)
      .maxCallsPerTool(2)
      .onLimitExceeded('RETURN_ERROR_RESPONSE')
      .build();
    const calls = ['1', '2', '3'].map((id) => callOf('clock', '{}', id));
    expect(texts(await respond([tool('clock')], calls, limited))).toEqual([
      'Mission accomplished!',
      same,
      "Tool call limit (2) exceeded for tool 'clock'. No further calls to this tool are allowed in this turn.",
    ]);
    const clock = tool('clock', () => 'now', { attributes: { volatile: true } });
    expect(texts(await respond([clock], calls, manager))).toEqual(['now', 'now', 'now']);
  });

  it('with numbers that cannot be read exactly are told apart', async () => {
    const strict = ToolCallingManager.builder().maxIdenticalCalls(1).build();
    const calls = ['{"id":12345678901234567890}', '{"id":12345678901234567891}'].map((args, index) =>
      callOf('byId', args, String(index)),
    );
    expect(texts(await respond([tool('byId', (input) => input)], calls, strict))).toEqual([
      '{"id":12345678901234567890}',
      '{"id":12345678901234567891}',
    ]);
  });
});

describe('the tool context', () => {
  it('[TX-25] has a map for the turn that all calls and rounds share, and is read-only beside it', async () => {
    const seen: unknown[] = [];
    const counting = tool('count', (_input, context) => {
      const count = ((context?.turn.get('count') as number | undefined) ?? 0) + 1;
      context?.turn.set('count', count);
      seen.push(count, Object.isFrozen(context?.context));
      return 'counted';
    });
    const manager = ToolCallingManager.builder().executionConcurrency(1).build();
    const turn = new Map<string, unknown>();
    const prompt = promptWith([counting]);
    const calls = answerWith(callOf('count', '{}', '1'), callOf('count', '{}', '2'));
    const first = await manager.executeToolCalls(prompt, calls, { turn });
    const second = await manager.executeToolCalls(promptWith([counting], first.conversationHistory), calls, { turn });
    expect(seen).toEqual([1, true, 2, true, 3, true, 4, true]);
    expect(JSON.stringify(second.conversationHistory)).not.toContain('"count":4');
    await manager.executeToolCalls(prompt, calls, { turn: new Map() });
    expect(seen.slice(8)).toEqual([1, true, 2, true]);
  });

  it('[TCB-02] that a tool cannot see is noted once', async () => {
    class InputOnly extends ToolCallback {
      override readonly definition = ToolDefinition.builder().name('inputOnly').inputSchema('{}').build();
      override async call(toolInput: string): Promise<string> {
        return toolInput;
      }
    }
    const inputOnly = new InputOnly();
    const manager = ToolCallingManager.builder().build();
    const run = async (toolContext: Record<string, unknown>): Promise<readonly string[]> => {
      const options = ToolCallingChatOptions.builder().toolCallbacks([inputOnly]).toolContext(toolContext).build();
      return texts(
        responsesOf(
          await manager.executeToolCalls(new Prompt([new UserMessage('Go')], options), answerWith('inputOnly')),
        ),
      );
    };
    await run({});
    expect(logs.messages('info')).toEqual([]);
    expect(await run({ tenantId: 't' })).toEqual(['{}']);
    await run({ tenantId: 't' });
    expect(logs.messages('info')).toEqual([
      "Tool 'inputOnly' does not use the tool context: its call() takes only the input. Review InputOnly if it should.",
    ]);
    expect(JSON.stringify(logs.entries)).not.toContain('tenantId');
  });
});
