import { readFileSync } from 'node:fs';
import { notFound } from '../http/RequestProblem.js';
import { RequestProblem } from '../http/RequestProblem.js';
import { answer, type Route } from '../http/Route.js';
import type { ChatRequest, ContentRequest, StudioStatus, TurnAccepted } from '../protocol/index.js';
import type { Studio } from '../Studio.js';
import { limitsInForce } from '../view/limitUse.js';
import { CHAT_SCHEMA, CONTENT_SCHEMA } from './bodySchemas.js';
import { checkBody } from './checkBody.js';
import { StudioRuns } from './StudioRuns.js';

/** What pages ask about the application, and the chat with it. */
export function applicationRoutes(studio: Studio, signal: AbortSignal): readonly Route[] {
  const { application, content } = studio;
  const runs = new StudioRuns(studio, signal);
  return [
    { method: 'GET', path: '/api/status', handle: async () => answer(await statusOf(studio)) },
    {
      method: 'POST',
      path: '/api/content',
      handle: async ({ body }) => {
        const { visible } = await checkBody<ContentRequest>(await body(), CONTENT_SCHEMA);
        if (!content.switchable && visible !== content.visible) {
          throw new RequestProblem(
            403,
            'CONTENT_NOT_SWITCHABLE',
            'Content is not switched here: studio.content-switch=false.',
          );
        }
        content.show(visible);
        return answer(await statusOf(studio));
      },
    },
    {
      method: 'GET',
      path: '/api/conditions',
      handle: () => {
        if (!application.conditions) throw notFound('The application has no condition report.');
        return answer(application.conditions());
      },
    },
    {
      method: 'GET',
      path: '/api/configuration',
      handle: () => {
        if (!application.configuration) throw notFound('The application has no configuration report.');
        return answer(application.configuration());
      },
    },
    {
      method: 'POST',
      path: '/api/chat',
      handle: async ({ body }) => {
        const { message, conversationId } = await checkBody<ChatRequest>(await body(), CHAT_SCHEMA);
        const client = await application.chatClient?.();
        if (!client) throw notFound('The application has no chat client to talk to.');
        const { id } = await runs.chat(client, message, conversationId);
        return answer({ turnId: id } satisfies TurnAccepted, 202);
      },
    },
  ];
}

async function statusOf({ application, content, store }: Studio): Promise<StudioStatus> {
  const { tools, approvals = false, conditions, configuration, chatClient } = application;
  return {
    application: application.name,
    version: ownVersion(),
    contentVisible: content.visible,
    contentSwitchable: content.switchable,
    capabilities: {
      tools: tools !== undefined,
      toolSearch: tools !== undefined,
      approvals,
      conditions: conditions !== undefined,
      configuration: configuration !== undefined,
      chat: chatClient !== undefined,
    },
    limits: limitsInForce((await application.limits?.()) ?? null),
    turns: store.size,
    maxTurns: store.maxTurns,
  };
}

let version: string | undefined;

function ownVersion(): string {
  version ??= (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
  return version;
}
