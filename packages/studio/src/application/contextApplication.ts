import { type ApplicationContext, configurationReport, isBootApplication } from '@toolwright/boot';
import { ChatClient, PendingTurnRepository } from '@toolwright/chat';
import { ToolIndex } from '@toolwright/tool-search';
import { collectTools, ToolCallingManager } from '@toolwright/tools';
import type { StudioApplication } from './StudioApplication.js';

/** The name of the bean by which calls wait for the page. */
const STUDIO_APPROVAL_HANDLER = 'studioApprovalHandler';

/** What there is to show of an application in a container. Beans are asked for when a page wants what they know. */
export function contextApplication(context: ApplicationContext): StudioApplication {
  return {
    name: nameOf(context),
    tools: () => collectTools(context, { remote: true }),
    ...(context.containsBean(ToolIndex) && { toolIndex: () => context.getAsync<ToolIndex>(ToolIndex) }),
    ...(context.containsBean(ToolCallingManager) && {
      limits: async () => (await context.getAsync<ToolCallingManager>(ToolCallingManager)).limits,
    }),
    approvals: context.containsBean(PendingTurnRepository) || context.containsBean(STUDIO_APPROVAL_HANDLER),
    ...(context.containsBean(PendingTurnRepository) && {
      pendingTurns: () => context.getAsync<PendingTurnRepository>(PendingTurnRepository),
    }),
    conditions: () => {
      const { evaluations, ...report } = context.conditions().toJSON();
      return {
        ...report,
        evaluations: evaluations.map(({ source, matched, results }) => ({
          source,
          matched,
          results: results.map((result) => ({
            condition: result.condition,
            matched: result.matched,
            message: result.message,
          })),
        })),
      };
    },
    configuration: () => configurationReport(context),
    ...(context.beanNamesForType(ChatClient).length === 1 && {
      chatClient: () => context.getAsync<ChatClient>(ChatClient),
    }),
  };
}

/** The class of the application, which is a bean itself. */
function nameOf(context: ApplicationContext): string {
  for (const name of context.beanNames) {
    const type = context.getType(name);
    if (type && isBootApplication(type)) return type.name;
  }
  return 'application';
}
