import { type ChatModel, Prompt } from '@toolwright/model';
import { type ToolCallingChatOptions, ToolCallingManager, TurnBudget } from '@toolwright/tools';

/** Asks a model and runs its tools, within limits. */
export async function ask(model: ChatModel, question: string, options: ToolCallingChatOptions) {
  // #region budget
  const manager = ToolCallingManager.builder().maxRounds(5).maxDuration('30s').maxTokens(20_000).build();
  const budget = TurnBudget.start(manager.turnLimits);
  try {
    let prompt = new Prompt(question, options);
    let response = await model.call(prompt);
    budget.addUsage(response.metadata.usage, response.metadata.model);
    while (response.hasToolCalls()) {
      const { conversationHistory } = await manager.executeToolCalls(prompt, response, { budget });
      prompt = new Prompt(conversationHistory, options);
      response = await model.call(prompt);
      budget.addUsage(response.metadata.usage, response.metadata.model);
    }
    return response.result?.output.text;
  } finally {
    budget.stop();
  }
  // #endregion
}
