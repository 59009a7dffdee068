// Toolwright: a ChatClient with its default advisors over a scripted ChatModel. Library only, no container.
let m;
export const info = { id: 'toolwright', package: '@toolwright/chat', styles: ['json'], minNode: 20 };
export async function load() {
  const [model, tools, chat] = await Promise.all([
    import('@toolwright/model'),
    import('@toolwright/tools'),
    import('@toolwright/chat'),
  ]);
  m = { ...model, ...tools, ...chat };
  return m;
}

export const tools = (specs) =>
  specs.map((t) =>
    m.FunctionToolCallback.builder(t.name, (args) => t.execute(args))
      .description(t.description)
      .inputSchema(JSON.stringify(t.schema))
      .build(),
  );

/** Made once, as a service does: they hold nothing that belongs to a client. The class needs the peer to be loaded. */
let ScriptedModel;
let toolCallingAdvisorBuilder;

const defineModel = () => {
  const options = m.ToolCallingChatOptions.builder().build();
  const usage = m.usageOf(1, 1);
  const chunk = (text, toolCalls, usageOfChunk) =>
    new m.ChatResponse(
      [new m.Generation(new m.AssistantMessage(text, toolCalls ? { toolCalls } : {}))],
      usageOfChunk && { usage: usageOfChunk },
    );
  return class extends m.ChatModel {
    constructor(script) {
      super();
      this.script = script;
    }
    get defaultOptions() {
      return options;
    }
    async call(prompt) {
      const r = this.next(prompt);
      return chunk(
        r.text,
        r.calls.map((c) => ({ id: c.id, type: 'function', name: c.name, arguments: c.argsText })),
        usage,
      );
    }
    async *stream(prompt) {
      const r = this.next(prompt);
      for (const [index, c] of r.calls.entries()) {
        for (const p of c.argPieces)
          yield chunk('', [{ index, id: c.id, type: 'function', name: c.name, arguments: p }]);
      }
      for (const p of r.textPieces) yield chunk(p);
    }
    next(prompt) {
      this.script.see?.(
        (prompt.options.toolCallbacks ?? []).map(({ definition: d }) => ({
          name: d.name,
          description: d.description,
          parameters: JSON.parse(d.inputSchema),
        })),
        prompt.instructions,
      );
      const last = prompt.instructions.at(-1);
      return this.script.reply(last.messageType === 'tool' ? last.responses.at(-1).id : undefined);
    }
  };
};

export function setup({ tools, script, system }) {
  // Fifty calls of one tool in a round are more than a turn may make by default.
  toolCallingAdvisorBuilder ??= m.ToolCallingAdvisor.builder().toolCallingManager(
    m.ToolCallingManager.builder().unlimitedCallsPerTool().unlimitedTotalToolCalls().build(),
  );
  ScriptedModel ??= defineModel();
  const client = m.ChatClient.builder(new ScriptedModel(script), { toolCallingAdvisorBuilder })
    .defaultSystem(system)
    .defaultTools(tools)
    .build();
  return {
    client,
    history: (h) =>
      h.map((x) =>
        x.role === 'tool'
          ? new m.ToolResponseMessage([{ id: x.id, name: x.name, responseData: x.text }])
          : x.call
            ? new m.AssistantMessage('', {
                toolCalls: [{ id: x.call.id, type: 'function', name: x.call.name, arguments: x.call.argsText }],
              })
            : x.role === 'user'
              ? new m.UserMessage(x.text)
              : new m.AssistantMessage(x.text),
      ),
    turn: (history, user) => client.prompt().messages(history).user(user).call().content(),
    async stream(history, user, { onText, onArgs }) {
      let text = '';
      for await (const event of client.prompt().messages(history).user(user).stream().events()) {
        if (event.type === 'text-delta') {
          text += event.text;
          onText(event.text);
        } else if (event.type === 'tool-call-delta') {
          onArgs(event.arguments);
        }
      }
      return text;
    },
  };
}
