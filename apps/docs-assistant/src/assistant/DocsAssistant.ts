import { Component } from '@toolwright/boot';
import { ChatClient, ChatMemory, MessageChatMemoryAdvisor } from '@toolwright/chat';
import { AssistantTools } from './AssistantTools.js';
import { type RoundListener, TurnRecorder } from './TurnRecorder.js';
import type { TurnReport } from './TurnReport.js';

const SYSTEM_TEXT =
  'You answer questions about a folder of Markdown pages. Use the tools; name the page an answer comes from.';

/** Asks one question, or carries on a conversation, with all tools of the assistant attached. */
@Component()
export class DocsAssistant {
  /** What the assistant asks through; its requests belong to the same conversation unless they name another one. */
  readonly client: ChatClient;

  constructor(builder: ChatClient.Builder, tools: AssistantTools, memory: ChatMemory) {
    this.client = builder
      .defaultSystem(SYSTEM_TEXT)
      .defaultTools(...tools.objects)
      .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
      .defaultAdvisors((advisors) => advisors.param(ChatMemory.CONVERSATION_ID, 'docs-assistant'))
      .build();
  }

  /**
   * Runs one turn; earlier questions and answers of this conversation are sent along, as far as memory holds them.
   *
   * @throws what the turn throws: a tool whose failure ends the turn, an aborted signal
   */
  async ask(question: string, options: { listener?: RoundListener; signal?: AbortSignal } = {}): Promise<TurnReport> {
    const recorder = new TurnRecorder(options.listener);
    const response = await this.client
      .prompt()
      .user(question)
      .advisors(recorder)
      .call(options.signal ? { signal: options.signal } : {})
      .chatClientResponse();
    return recorder.report(response);
  }
}
