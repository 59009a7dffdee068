import {
  type ApplicationContext,
  type ConfiguredProperty,
  describeConfiguration,
  isBootApplication,
  type Origin,
} from '@toolwright/boot';
import { ChatClient, PendingTurnRepository } from '@toolwright/chat';
import { ToolIndex } from '@toolwright/tool-search';
import { collectTools, ToolCallingManager } from '@toolwright/tools';
import type { ConfigurationProperty, SettingOrigin } from '../protocol/index.js';
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
    configuration: () => ({
      profiles: context.environment.acceptedProfiles,
      properties: describeConfiguration(context.environment, context.propertiesClasses, context.otherKeys).map(
        property,
      ),
    }),
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

function property({ key, type, description, defaultValue, validValues, secret, settings }: ConfiguredProperty) {
  return {
    key,
    type,
    description,
    defaultValue: secret ? null : plain(defaultValue),
    validValues,
    secret,
    settings: settings.map((setting) => ({
      key: setting.key,
      value: setting.value ?? null,
      origin: setting.origin ? place(setting.origin) : null,
      shadowed: setting.shadowed.map(({ value, origin }) => ({ value, origin: place(origin) })),
    })),
  } satisfies ConfigurationProperty;
}

function place({ source, line }: Origin): SettingOrigin {
  return { source, line: line ?? null };
}

function plain(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : (value ?? null);
}
