import { autoConfigurations } from '@toolwright/autoconfigure';
import { ApplicationContext, Bean, BootApplication } from '@toolwright/boot';
import type { AbstractClassType } from '@toolwright/core';
import { ChatClient } from '@toolwright/chat';
import { ChatModel } from '@toolwright/model';
import { ToolCallback } from '@toolwright/tools';
import { parts, type Start } from './bootParts.js';

export const start: Start = async (toolCount) => {
  class Application {}
  const prototype = Application.prototype;
  const bean = (name: string, type: AbstractClassType, value: () => unknown): void => {
    const descriptor: PropertyDescriptor = { value, configurable: true };
    Object.defineProperty(prototype, name, descriptor);
    Bean({ type })(prototype, name, descriptor);
  };
  for (let index = 0; index < toolCount; index += 1) bean(`tool${index}`, ToolCallback, () => parts.tool(index));
  bean('chatModel', ChatModel, parts.model);
  BootApplication({ autoConfigurations })(Application);
  // All modules, the files of the working directory and the environment, as an application has them.
  const context = await ApplicationContext.run(Application, { discover: false, registerShutdownHook: false });
  const client = context.get(ChatClient.Builder).build();
  return { client, tools: context.getAll(ToolCallback).length };
};
