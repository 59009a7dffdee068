import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingLogProvider } from '@toolwright/core';
import { type Message, UserMessage } from '@toolwright/model';
import {
  InMemoryToolResultRepository,
  type ToolCallback,
  ToolCallingChatOptions,
  ToolCallingManager,
  type ToolExecutionOptions,
  ToolResultRepository,
} from '@toolwright/tools';
import {
  answerWith,
  callOf,
  directTool,
  failingTool,
  priorResponses,
  promptWith,
  rejection,
  respond,
  TestToolCallback,
  texts,
  tool,
} from '../execution/testTools.js';

const LONG = Array.from({ length: 1000 }, (_, index) => `line ${String(index).padStart(4, '0')}`).join('\n');
const HANDLE = /"(result-[0-9a-f]{12})"/;
const IN_C1: ToolExecutionOptions = { conversationId: 'c1', turn: new Map() };

function managerOver(
  over: number,
  repository: ToolResultRepository = new InMemoryToolResultRepository(),
  configure: (builder: ToolCallingManager.Builder) => ToolCallingManager.Builder = (builder) => builder,
): ToolCallingManager {
  return configure(ToolCallingManager.builder()).offloadResults(over, repository).build();
}

let logs: RecordingLogProvider;
beforeEach(() => {
  logs = RecordingLogProvider.install();
});
afterEach(() => {
  logs.uninstall();
});

/** Runs a tool with this result, and returns what the model is given. */
async function given(manager: ToolCallingManager, text: string, options: ToolExecutionOptions): Promise<string> {
  const [response = ''] = texts(await respond([tool('list', () => text)], ['list'], manager, options));
  return response;
}

/** Calls `readToolResult` as a model would. */
async function read(
  manager: ToolCallingManager,
  args: Readonly<Record<string, unknown>>,
  options: ToolExecutionOptions,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const base = ToolCallingChatOptions.builder().build();
  const { toolCallbacks } = await manager.withOwnTools(base, options);
  const tools: readonly ToolCallback[] = toolCallbacks ?? [];
  const [response] = await respond(tools, [callOf('readToolResult', JSON.stringify(args))], manager, options);
  return { text: response?.responseData ?? '', isError: response?.isError ?? false };
}

describe('results that are too long for the model', () => {
  it('[OF-01] give the model both ends, the size and a handle', async () => {
    const text = await given(managerOver(4000), LONG, { conversationId: 'c1', turn: new Map() });
    const handle = HANDLE.exec(text)?.[1] ?? '';
    expect(LONG).toHaveLength(9999);
    expect(text).toBe(
      `${LONG.slice(0, 1000)}\n… [7999 of 9999 characters are left out. Call readToolResult with the handle ` +
        `"${handle}" to read or search all of them.] …\n${LONG.slice(-1000)}`,
    );
  });

  it('[OF-01] are told from those that fit by the configured length', async () => {
    const manager = managerOver(4000);
    const options = { conversationId: 'c1', turn: new Map() };
    expect(await given(manager, 'x'.repeat(4000), options)).toBe('x'.repeat(4000));
    expect(await given(manager, 'x'.repeat(4001), options)).toContain('[2001 of 4001 characters are left out.');
  });

  it('[OF-01] are kept without the quotes and escapes of JSON', async () => {
    const manager = managerOver(400);
    const options = { conversationId: 'c1', turn: new Map() };
    const text = await given(manager, JSON.stringify(LONG), options);
    expect(text.startsWith('line 0000\nline 0001')).toBe(true);
    const handle = HANDLE.exec(text)?.[1];
    expect((await read(manager, { handle, offset: 10, limit: 9 }, options)).text).toBe('line 0001');
  });

  it('[OF-01] are not cut within a character that takes two units', async () => {
    const text = await given(managerOver(40), `x${'😀'.repeat(100)}y`, { conversationId: 'c1', turn: new Map() });
    expect(() => encodeURIComponent(text)).not.toThrow();
    expect(text.startsWith('x😀😀😀😀\n…')).toBe(true);
    expect(text.endsWith('…\n😀😀😀😀y')).toBe(true);
  });

  it('[OF-01] keep their handle where the model is given even less', async () => {
    const manager = managerOver(4000, undefined, (builder) => builder.maxResultChars(2000));
    const text = await given(manager, LONG, { conversationId: 'c1', turn: new Map() });
    expect(text.startsWith(`${LONG.slice(0, 500)}\n…`)).toBe(true);
    expect(text).toMatch(HANDLE);
    expect(text).not.toContain('truncated');
  });

  it('[OF-01] stay whole where nothing could be read later: neither conversation nor turn is known', async () => {
    expect(await given(managerOver(4000), LONG, {})).toBe(LONG);
  });

  it('[OF-01] stay whole, with a warning, if they cannot be stored', async () => {
    class Broken extends InMemoryToolResultRepository {
      override async save(): Promise<void> {
        throw new Error('disk full');
      }
    }
    expect(await given(managerOver(4000, new Broken()), LONG, { conversationId: 'c1' })).toBe(LONG);
    expect(logs.messages('warn')).toEqual([
      "The result of tool 'list', 9999 characters, could not be stored; the model is given it as it is.",
    ]);
  });

  it('[OF-01] bring the tool that reads them once there is one, for the rest of the conversation', async () => {
    const manager = managerOver(4000);
    const options = ToolCallingChatOptions.builder()
      .toolCallbacks([tool('list')])
      .build();
    const names = async (execution: ToolExecutionOptions): Promise<readonly string[]> =>
      ((await manager.withOwnTools(options, execution)).toolCallbacks ?? []).map(({ definition }) => definition.name);
    const turn = { conversationId: 'c1', turn: new Map() };
    expect(await manager.withOwnTools(options, turn)).toBe(options);
    await given(manager, LONG, turn);
    expect(await names(turn)).toEqual(['list', 'readToolResult']);
    expect(await names({ conversationId: 'c1', turn: new Map() })).toEqual(['list', 'readToolResult']);
    expect(await names({ conversationId: 'c2', turn: new Map() })).toEqual(['list']);
    expect(await manager.withOwnTools(options, turn)).toBe(await manager.withOwnTools(options, turn));
  });

  it('[OF-01] cost nothing where they are not configured', async () => {
    const manager = ToolCallingManager.builder().build();
    const options = ToolCallingChatOptions.builder().build();
    expect(manager.offersTools).toBe(false);
    expect(manager.withOwnTools(options, { conversationId: 'c1' })).toBe(options);
    expect(await given(manager, LONG, { conversationId: 'c1' })).toBe(LONG);
  });

  it('[OF-01] refuse a request whose own tool has the name of the one that reads them', () => {
    const options = ToolCallingChatOptions.builder()
      .toolCallbacks([tool('readToolResult')])
      .build();
    expect(() => managerOver(4000).withOwnTools(options, IN_C1)).toThrow(
      "The request attaches a tool 'readToolResult', which is the name of the tool that reads long results.",
    );
  });

  it('[OF-01] ask a repository that fails once per turn and go on without the tool', async () => {
    let asked = 0;
    class Broken extends InMemoryToolResultRepository {
      override async hasResults(): Promise<boolean> {
        asked++;
        throw new Error('connection lost');
      }
    }
    const manager = managerOver(4000, new Broken());
    const options = ToolCallingChatOptions.builder().build();
    const turn = { conversationId: 'c1', turn: new Map() };
    expect(await manager.withOwnTools(options, turn)).toBe(options);
    expect(await manager.withOwnTools(options, turn)).toBe(options);
    expect(asked).toBe(1);
    expect(logs.messages('warn')).toEqual([
      'Whether the conversation has stored results could not be found out; they cannot be read now.',
    ]);
  });

  it('[OF-05] reach the caller whole where they are returned directly', async () => {
    const direct = new TestToolCallback('list', () => LONG, { returnDirect: true });
    expect(texts(await respond([direct], ['list'], managerOver(4000), IN_C1))).toEqual([LONG]);
    expect(directTool('d').metadata.returnDirect).toBe(true);
  });

  it('[OF-01] are results, not the texts of errors', async () => {
    const failing = failingTool('list', LONG);
    const [text] = texts(
      await respond([failing], ['list'], managerOver(4000), { conversationId: 'c1', turn: new Map() }),
    );
    expect(text).toBe(LONG);
  });
});

describe('readToolResult', () => {
  async function stored(over = 4000): Promise<{
    readonly manager: ToolCallingManager;
    readonly handle: string;
    readonly options: ToolExecutionOptions;
  }> {
    const manager = managerOver(over);
    const options = { conversationId: 'c1', turn: new Map() };
    const handle = HANDLE.exec(await given(manager, LONG, options))?.[1] ?? '';
    return { manager, handle, options };
  }

  it('[OF-02] returns a slice, by default as much as is never put away', async () => {
    const { manager, handle, options } = await stored();
    expect((await read(manager, { handle, offset: 1000, limit: 20 }, options)).text).toBe(LONG.slice(1000, 1020));
    expect((await read(manager, { handle }, options)).text).toBe(LONG.slice(0, 4000));
    expect((await read(manager, { handle, offset: 9000 }, options)).text).toBe(LONG.slice(9000));
  });

  it('[OF-02] says where the text ends, and how much it gives at once', async () => {
    const { manager, handle, options } = await stored();
    expect(await read(manager, { handle, offset: 9999 }, options)).toEqual({
      text: "Invalid arguments for tool 'readToolResult': $.offset must be less than 9999",
      isError: true,
    });
    const tooMuch = await read(manager, { handle, limit: 4001 }, options);
    expect(tooMuch).toEqual({
      text: "Invalid arguments for tool 'readToolResult': $.limit must be at most 4000",
      isError: true,
    });
  });

  it('[OF-02] finds lines by a literal text, whatever its case, with their numbers', async () => {
    const { manager, handle, options } = await stored();
    expect((await read(manager, { handle, pattern: 'LINE 099' }, options)).text).toBe(
      Array.from({ length: 10 }, (_, index) => `${991 + index}: line ${990 + index}`)
        .join('\n')
        .replaceAll('line ', 'line 0'),
    );
    expect((await read(manager, { handle, pattern: 'line .*' }, options)).text).toBe('No line contains this text.');
  });

  it('[OF-02] lists 50 lines at most', async () => {
    const { manager, handle, options } = await stored();
    const lines = (await read(manager, { handle, pattern: 'line' }, options)).text.split('\n');
    expect(lines).toHaveLength(51);
    expect(lines[0]).toBe('1: line 0000');
    expect(lines[49]).toBe('50: line 0049');
    expect(lines[50]).toBe('… [only the first 50 hits are shown]');
  });

  it('[OF-02] shows the surroundings and the offset of hits in long lines, such as those of JSON', async () => {
    const manager = managerOver(400);
    const options = { conversationId: 'c1', turn: new Map() };
    const json = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `Name ${id}` })));
    const handle = HANDLE.exec(await given(manager, json, options))?.[1] ?? '';
    const { text } = await read(manager, { handle, pattern: 'name 150"' }, options);
    const offset = json.indexOf('Name 150"');
    expect(text.startsWith(`1 (offset ${offset}): …`)).toBe(true);
    expect(text.endsWith('…')).toBe(true);
    expect(text).toContain('{"id":150,"name":"Name 150"}');
    expect((await read(manager, { handle, offset, limit: 8 }, options)).text).toBe('Name 150');
  });

  it('[OF-02] keeps offsets where lower case would be longer', async () => {
    const manager = managerOver(400);
    const options = { conversationId: 'c1', turn: new Map() };
    const text = `${'İ'.repeat(500)}Needle${'İ'.repeat(500)}`;
    const handle = HANDLE.exec(await given(manager, text, options))?.[1] ?? '';
    expect((await read(manager, { handle, pattern: 'needle' }, options)).text).toContain('1 (offset 500): …');
  });

  it('[OF-03] answers a handle of another conversation, an unknown and an expired one alike', async () => {
    const repository = new InMemoryToolResultRepository({ ttl: 20 });
    const lasting = new InMemoryToolResultRepository();
    const expired = managerOver(4000, repository);
    const manager = managerOver(4000, lasting);
    const mine = { conversationId: 'c1', turn: new Map() };
    const theirs = { conversationId: 'c2', turn: new Map() };
    const foreign = HANDLE.exec(await given(manager, LONG, theirs))?.[1] ?? '';
    await given(manager, LONG, mine);
    const late = HANDLE.exec(await given(expired, LONG, mine))?.[1] ?? '';
    while ((await repository.find('c1', late)) !== null) await new Promise((resolve) => setTimeout(resolve, 5));
    const answer = {
      text:
        "Invalid arguments for tool 'readToolResult': $.handle must be the handle of a result of this conversation " +
        'that is still kept',
      isError: true,
    };
    expect(await read(manager, { handle: foreign }, mine)).toEqual(answer);
    expect(await read(manager, { handle: 'result-000000000000' }, mine)).toEqual(answer);
    expect(await read(expired, { handle: late }, mine)).toEqual(answer);
    expect((await read(manager, { handle: foreign, limit: 9 }, theirs)).text).toBe('line 0000');
  });

  it('[OF-03] keeps turns without a conversation apart', async () => {
    const manager = managerOver(4000);
    const mine = { turn: new Map() };
    const handle = HANDLE.exec(await given(manager, LONG, mine))?.[1] ?? '';
    expect((await read(manager, { handle, limit: 9 }, mine)).text).toBe('line 0000');
    const theirs = { turn: new Map() };
    await given(manager, LONG, theirs);
    expect((await read(manager, { handle, limit: 9 }, theirs)).isError).toBe(true);
  });

  it('[OF-06] counts for the total limit, not for the default per tool', async () => {
    const reader = async (manager: ToolCallingManager, history: readonly Message[]): Promise<unknown> => {
      const turn = { conversationId: 'c1', turn: new Map() };
      const handle = HANDLE.exec(await given(manager, LONG, turn))?.[1] ?? '';
      const { toolCallbacks } = await manager.withOwnTools(ToolCallingChatOptions.builder().build(), turn);
      const call = callOf('readToolResult', JSON.stringify({ handle, limit: 4 }));
      return manager
        .executeToolCalls(promptWith(toolCallbacks ?? [], history), answerWith(call), turn)
        .then(({ conversationHistory }) => conversationHistory.at(-1));
    };
    const history = [new UserMessage('Go'), priorResponses('readToolResult', 3)];
    const perTool = managerOver(4000, undefined, (builder) => builder.maxCallsPerTool(1));
    expect(await reader(perTool, history)).toMatchObject({ responses: [{ responseData: 'line' }] });
    const total = managerOver(4000, undefined, (builder) => builder.maxTotalToolCalls(3));
    expect(await rejection(reader(total, history))).toMatchObject({ toolName: null, limit: 3 });
    const own = managerOver(4000, undefined, (builder) => builder.maxCallsPerTool('readToolResult', 2));
    expect(await rejection(reader(own, history))).toMatchObject({ toolName: 'readToolResult', limit: 2 });
  });
});
