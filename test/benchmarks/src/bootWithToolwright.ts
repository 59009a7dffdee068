import { autoConfigurations } from '@toolwright/autoconfigure';
import { ApplicationContext, Bean, BootApplication } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { ToolCallback } from '@toolwright/tools';
import { parts, type Start } from './bootParts.js';

export const start: Start = async (toolCount) => {
  class Application {}
  const prototype = Application.prototype;
  for (let index = 0; index < toolCount; index += 1) {
    const descriptor: PropertyDescriptor = { value: () => parts.tool(index), configurable: true };
    Object.defineProperty(prototype, `tool${index}`, descriptor);
    Bean({ type: ToolCallback })(prototype, `tool${index}`, descriptor);
  }
  BootApplication({ autoConfigurations })(Application);
  // All modules, the files of the working directory and the environment, as an application has them.
  const context = await ApplicationContext.run(Application, { discover: false, registerShutdownHook: false });
  const client = context.get(ChatClient.Builder).build();
  return { client, tools: context.getAll(ToolCallback).length };
};
