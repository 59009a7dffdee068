import { createRequire } from 'node:module';
import { ChatClient } from '@toolwright/chat';
import type { ToolCallback } from '@toolwright/tools';
import { parts, type Start } from './bootParts.js';

/** What is used of NestJS, which has its own folder and is not there unless it was installed. */
interface Provider {
  readonly provide: unknown;
  readonly inject?: readonly unknown[];
  readonly useFactory: (...args: never[]) => unknown;
}
interface NestCommon {
  Module(metadata: { readonly providers: readonly Provider[] }): (target: object) => void;
}
interface NestCore {
  readonly NestFactory: {
    createApplicationContext(
      module: object,
      options: { readonly logger: false },
    ): Promise<{ get<T>(token: unknown): T }>;
  };
}

const nestRequire = createRequire(new URL('../nest/package.json', import.meta.url));
nestRequire('reflect-metadata');
const { Module } = nestRequire('@nestjs/common') as NestCommon;
const { NestFactory } = nestRequire('@nestjs/core') as NestCore;

export const start: Start = async (toolCount) => {
  const names = Array.from({ length: toolCount }, (_, index) => `tool${index}`);
  class ApplicationModule {}
  Module({
    providers: [
      ...names.map((provide, index) => ({ provide, useFactory: () => parts.tool(index) })),
      { provide: 'tools', inject: names, useFactory: (...tools: ToolCallback[]) => tools },
      { provide: 'resolver', inject: ['tools'], useFactory: parts.resolver },
      { provide: 'processor', useFactory: parts.processor },
      { provide: 'manager', inject: ['resolver', 'processor'], useFactory: parts.manager },
      { provide: 'model', useFactory: parts.model },
      { provide: 'advisorBuilder', inject: ['manager'], useFactory: parts.advisorBuilder },
      { provide: ChatClient, inject: ['model', 'advisorBuilder'], useFactory: parts.client },
    ],
  })(ApplicationModule);
  const context = await NestFactory.createApplicationContext(ApplicationModule, { logger: false });
  return { client: context.get<ChatClient>(ChatClient), tools: context.get<readonly ToolCallback[]>('tools').length };
};
