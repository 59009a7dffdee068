import {
  type CallAdvisor,
  type CallAdvisorChain,
  ChatClient,
  type ChatClientRequest,
  type ChatClientResponse,
  ToolCallingAdvisor,
} from '@toolwright/chat';
import type { ChatModel } from '@toolwright/model';
import type {
  ToolApprovalHandler,
  ToolCallback,
  ToolCallingChatOptions,
  ToolExecutionOptions,
} from '@toolwright/tools';

// #region advisor
class TimingAdvisor implements CallAdvisor {
  readonly name = 'Timing';
  readonly order = 0; // higher than the loop's: once per round

  async adviseCall(request: ChatClientRequest, chain: CallAdvisorChain): Promise<ChatClientResponse> {
    const start = performance.now();
    const response = await chain.nextCall(request);
    console.error(`round ${request.round}: ${performance.now() - start} ms`);
    return response;
  }
}
// #endregion

/** Makes a loop that asks the gate about every call. */
export function gated(gate: ToolApprovalHandler): typeof ToolCallingAdvisor {
  // #region approval-gate
  class ApprovalGate extends ToolCallingAdvisor {
    protected override toolExecutionOptions(request: ChatClientRequest): ToolExecutionOptions {
      return { ...super.toolExecutionOptions(request), toolApprovalHandler: gate, approveEveryCall: true };
    }
  }
  // #endregion
  return ApprovalGate;
}

// #region budget
class BudgetAdvisor extends ToolCallingAdvisor {
  protected override doBeforeCall(request: ChatClientRequest): ChatClientRequest {
    if (request.round < 5) return request;
    const options = request.prompt.options as ToolCallingChatOptions;
    return request.withPrompt(request.prompt.withOptions(options.mutate().toolCallbacks([]).build()));
  }
}
// #endregion

/** Where tools come from. */
export interface ToolRegistry {
  toolsOf(tenantId: unknown): Promise<readonly ToolCallback[]>;
}

/** Makes a loop with the tools of a registry. */
export function dynamic(registry: ToolRegistry): typeof ToolCallingAdvisor {
  // #region dynamic-tools
  class DynamicTools extends ToolCallingAdvisor {
    protected override async doBeforeCall(request: ChatClientRequest): Promise<ChatClientRequest> {
      const options = request.prompt.options as ToolCallingChatOptions;
      const tools = await registry.toolsOf(request.context['tenantId']);
      return request.withPrompt(request.prompt.withOptions(options.mutate().toolCallbacks(tools).build()));
    }
  }
  // #endregion
  return DynamicTools;
}

// #region builder
class BudgetBuilder extends ToolCallingAdvisor.Builder {
  override build(): BudgetAdvisor {
    return new BudgetAdvisor(this.settings());
  }
  protected override newCopy(): BudgetBuilder {
    return new BudgetBuilder();
  }
}
// #endregion

/** A client whose loop takes the tools away. */
export function clientOf(model: ChatModel): ChatClient.Builder {
  // #region builder
  return ChatClient.builder(model, { toolCallingAdvisorBuilder: new BudgetBuilder() });
  // #endregion
}

/** What a page shows of a turn. */
export interface Screen {
  show(text: string): void;
  showSpinner(tool: string): void;
  hideSpinner(tool: string): void;
  done(reason: string): void;
}

/** Shows a turn as it happens. */
export async function show(client: ChatClient, question: string, service: object, signal: AbortSignal, screen: Screen) {
  // #region events
  for await (const event of client.prompt(question).tools(service).stream({ signal }).events()) {
    if (event.type === 'text-delta') screen.show(event.text);
    if (event.type === 'tool-call') screen.showSpinner(event.call.name);
    if (event.type === 'tool-result') screen.hideSpinner(event.response.name);
    if (event.type === 'finish') screen.done(event.reason);
  }
  // #endregion
}

export { TimingAdvisor };
