import { describe, expect, it } from '@jest/globals';
import { ChatClient, type ChatClientRequest, type ChatClientResponse, ToolCallingAdvisor } from '@toolwright/chat';
import {
  ToolApprovalHandler,
  type ToolCallback,
  type ToolCallingChatOptions,
  type ToolExecutionOptions,
} from '@toolwright/tools';
import { asks, call, collect, says, scripted, shorthand } from '../support/models.js';
import { StubTool } from '../support/tools.js';

const MODES = ['call', 'stream'] as const;

/** Asks about every call of the tools with these names, whatever they say themselves. */
class ApprovalGate extends ToolCallingAdvisor {
  constructor(
    settings: ToolCallingAdvisor.Settings,
    private readonly guarded: ReadonlySet<string>,
    private readonly allow: (toolName: string) => Promise<boolean>,
  ) {
    super(settings);
  }

  protected override toolExecutionOptions(request: ChatClientRequest): ToolExecutionOptions {
    const { guarded, allow } = this;
    class Gate extends ToolApprovalHandler {
      override async decide({ toolDefinition: { name } }: Parameters<ToolApprovalHandler['decide']>[0]) {
        const approved = !guarded.has(name) || (await allow(name));
        return approved ? { approved } : { approved, reason: 'the gate is closed' };
      }
    }
    return { ...super.toolExecutionOptions(request), toolApprovalHandler: new Gate(), approveEveryCall: true };
  }
}

class ApprovalGateBuilder extends ToolCallingAdvisor.Builder {
  #guarded: ReadonlySet<string> = new Set();
  #allow: (toolName: string) => Promise<boolean> = async () => false;

  gate(guarded: readonly string[], allow: (toolName: string) => Promise<boolean>): this {
    this.#guarded = new Set(guarded);
    this.#allow = allow;
    return this;
  }

  override copy(): this {
    return super.copy().gate([...this.#guarded], this.#allow);
  }

  override build(): ApprovalGate {
    return new ApprovalGate(this.settings(), this.#guarded, this.#allow);
  }

  protected override newCopy(): ApprovalGateBuilder {
    return new ApprovalGateBuilder();
  }
}

/** Takes the tools away once the turn has used its tokens, so that the model has to answer with what it knows. */
class BudgetAdvisor extends ToolCallingAdvisor {
  readonly #spent = new WeakMap<ReadonlyMap<string, unknown>, { tokens: number }>();

  constructor(
    settings: ToolCallingAdvisor.Settings,
    private readonly maxTokens: number,
  ) {
    super(settings);
  }

  protected override doInitializeLoop(request: ChatClientRequest): ChatClientRequest {
    // One advisor serves many turns at once: what belongs to a turn is kept under it.
    const spent = { tokens: 0 };
    this.#spent.set(request.turn, spent);
    return request.mutate().context('spent', spent).build();
  }

  protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
    const spent = this.#spent.get(request.turn)?.tokens ?? 0;
    if (spent < this.maxTokens) return request;
    const options = request.prompt.options as ToolCallingChatOptions;
    return request.withPrompt(request.prompt.withOptions(options.mutate().toolCallbacks([]).build()));
  }

  protected override doAfterCall(response: ChatClientResponse): ChatClientResponse {
    const spent = response.context['spent'] as { tokens: number };
    spent.tokens += response.chatResponse?.metadata.usage.totalTokens ?? 0;
    return response;
  }
}

class BudgetBuilder extends ToolCallingAdvisor.Builder {
  #maxTokens = Infinity;

  maxTokens(maxTokens: number): this {
    this.#maxTokens = maxTokens;
    return this;
  }

  override copy(): this {
    return super.copy().maxTokens(this.#maxTokens);
  }

  override build(): BudgetAdvisor {
    return new BudgetAdvisor(this.settings(), this.#maxTokens);
  }

  protected override newCopy(): BudgetBuilder {
    return new BudgetBuilder();
  }
}

/** Attaches the tools that are there when a round begins, beside those of the request. */
class DynamicTools extends ToolCallingAdvisor {
  constructor(
    settings: ToolCallingAdvisor.Settings,
    private readonly source: (round: number) => Promise<readonly ToolCallback[]>,
  ) {
    super(settings);
  }

  protected override async doBeforeCall(request: ChatClientRequest): Promise<ChatClientRequest> {
    const options = request.prompt.options as ToolCallingChatOptions;
    const known = new Map((options.toolCallbacks ?? []).map((tool) => [tool.definition.name, tool]));
    for (const tool of await this.source(request.round)) known.set(tool.definition.name, tool);
    const extended = options
      .mutate()
      .toolCallbacks([...known.values()])
      .build();
    return request.withPrompt(request.prompt.withOptions(extended));
  }
}

class DynamicToolsBuilder extends ToolCallingAdvisor.Builder {
  #source: (round: number) => Promise<readonly ToolCallback[]> = async () => [];

  source(source: (round: number) => Promise<readonly ToolCallback[]>): this {
    this.#source = source;
    return this;
  }

  override copy(): this {
    return super.copy().source(this.#source);
  }

  override build(): DynamicTools {
    return new DynamicTools(this.settings(), this.#source);
  }

  protected override newCopy(): DynamicToolsBuilder {
    return new DynamicToolsBuilder();
  }
}

async function run(
  model: ReturnType<typeof scripted>,
  mode: (typeof MODES)[number],
  toolCallingAdvisorBuilder: ToolCallingAdvisor.Builder,
  ...tools: readonly ToolCallback[]
): Promise<string> {
  const spec = ChatClient.builder(model, { toolCallingAdvisorBuilder })
    .defaultTools(...tools)
    .build()
    .prompt('go');
  if (mode === 'call') return (await spec.call().content()) ?? '';
  return (await collect(spec.stream().content())).join('');
}

const namesOf = (model: ReturnType<typeof scripted>): readonly (readonly string[])[] =>
  model.prompts.map(({ options }) =>
    ((options as ToolCallingChatOptions).toolCallbacks ?? []).map(({ definition }) => definition.name),
  );

describe.each(MODES)('a loop of an application’s own in %s()', (mode) => {
  it('an approval gate runs the calls that it lets through', async () => {
    const pay = new StubTool('pay');
    const look = new StubTool('look');
    const asked: string[] = [];
    const builder = new ApprovalGateBuilder().gate(['pay'], async (name) => {
      asked.push(name);
      return asked.length > 1;
    });
    const model = scripted(asks([call('pay', '1'), call('look', '2')]), asks(call('pay', '3')), says('done'));
    expect(await run(model, mode, builder, pay, look)).toBe('done');
    expect(shorthand(model.prompts[1]).at(-1)).toBe('T The user declined this call: the gate is closed,look result');
    expect([asked, pay.inputs.length, look.inputs.length]).toEqual([['pay', 'pay'], 1, 1]);
  });

  it('a budget takes the tools away when it is used up', async () => {
    const usage = { promptTokens: 40, completionTokens: 10, totalTokens: 50 } as never;
    const model = scripted(asks(call('look', '1'), usage), asks(call('look', '2'), usage), says('as far as I know'));
    const builder = new BudgetBuilder().maxTokens(100);
    expect(await run(model, mode, builder, new StubTool('look'))).toBe('as far as I know');
    expect(namesOf(model)).toEqual([['look'], ['look'], []]);
  });

  it('a budget is that of one turn, however many run at the same time', async () => {
    const usage = { promptTokens: 40, completionTokens: 20, totalTokens: 60 } as never;
    const builder = new BudgetBuilder().maxTokens(100);
    const models = Array.from({ length: 3 }, () => scripted(asks(call('look', '1'), usage), says('done')));
    await Promise.all(models.map((model) => run(model, mode, builder, new StubTool('look'))));
    expect(models.map(namesOf)).toEqual(models.map(() => [['look'], ['look']]));
  });

  it('a source of tools is asked in every round, and what it gives can be run', async () => {
    const late = new StubTool('late', 'late result');
    const builder = new DynamicToolsBuilder().source(async (round) => (round > 0 ? [late] : []));
    const model = scripted(asks(call('look', '1')), asks(call('late', '2')), says('done'));
    expect(await run(model, mode, builder, new StubTool('look'))).toBe('done');
    expect(namesOf(model)).toEqual([['look'], ['look', 'late'], ['look', 'late']]);
    expect(late.inputs).toEqual(['{}']);
    expect(shorthand(model.prompts[2]).at(-1)).toBe('T late result');
  });
});
