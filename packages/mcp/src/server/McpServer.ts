import { type AbstractClassType, LoggerFactory, requireText } from '@toolwright/core';
import type { ToolCallback } from '@toolwright/tools';
import { mcpCompleteOptions } from '../annotation/McpComplete.js';
import { mcpPromptOptions } from '../annotation/McpPrompt.js';
import { mcpResourceOptions } from '../annotation/McpResource.js';
import { mcpToolOptions } from '../annotation/McpTool.js';
import { McpServerFeatures } from './McpServerFeatures.js';
import { type McpServerSettings, mcpServerSettings } from './McpServerSettings.js';
import { markedMethods } from './methodFeatures.js';
import { completionsOf, promptsOf } from './promptFeatures.js';
import { resourcesOf } from './resourceFeatures.js';
import { ResourceSubscriptions } from './ResourceSubscriptions.js';
import { callbackTool, toolsOf } from './toolFeatures.js';

const logger = LoggerFactory.getLogger('toolwright.mcp.server');

/**
 * What an application offers to MCP clients, whatever the transport. It is filled once, shared by all sessions, and may
 * change while they are open.
 */
export class McpServer {
  readonly settings: McpServerSettings;
  readonly features = new McpServerFeatures();
  /** @internal */
  readonly subscriptions = new ResourceSubscriptions();

  /** @throws {IllegalArgumentException} `Name must not be empty`, `Version must not be empty` */
  constructor(settings: Partial<McpServerSettings> = {}) {
    this.settings = Object.freeze(mcpServerSettings(settings));
    requireText(this.settings.name, 'Name must not be empty');
    requireText(this.settings.version, 'Version must not be empty');
  }

  /**
   * Adds the methods of these objects that `@McpTool`, `@McpResource`, `@McpPrompt` and `@McpComplete` mark.
   *
   * @throws {IllegalStateException} if two of them have one name or address, or a method cannot be what it is marked as
   */
  addObjects(...objects: readonly object[]): this {
    const { tool, resource, prompt, completion } = this.settings.capabilities;
    for (const object of objects) {
      if (tool) for (const feature of toolsOf(object, this.settings)) this.features.addTool(feature);
      if (resource) {
        const { resources, templates } = resourcesOf(object);
        for (const feature of resources) this.features.addResource(feature);
        for (const feature of templates) this.features.addResourceTemplate(feature);
      }
      if (prompt) for (const feature of promptsOf(object)) this.features.addPrompt(feature);
      if (completion) for (const feature of completionsOf(object)) this.features.addCompletion(feature);
    }
    if (objects.length > 0 && tool && !objects.some(hasFeatures)) {
      const names = objects.map((object) => object.constructor.name).join(', ');
      logger.warn(`No tool methods found in the provided tool objects: ${names}`);
    }
    return this;
  }

  /**
   * Adds tools of this framework; of two with one name the first stays (MS-22).
   *
   * @param mimeTypes `image/…` types by tool, whose texts become images
   */
  addToolCallbacks(callbacks: readonly ToolCallback[], mimeTypes: Readonly<Record<string, string>> = {}): this {
    if (!this.settings.capabilities.tool) return this;
    for (const callback of callbacks) {
      const { name } = callback.definition;
      if (this.features.tool(name)) continue;
      this.features.addTool(callbackTool(callback, this.settings, mimeTypes[name]));
    }
    return this;
  }

  /**
   * Says that a resource has changed: every client that subscribed to exactly this address gets
   * `notifications/resources/updated`, over the standard streams and in sessions over HTTP. A stateless server has no
   * subscribers. That resources were added or removed is announced by itself.
   *
   * @param uri as clients read it; of a template with its variables filled in
   */
  notifyResourcesUpdated(uri: string): void {
    requireText(uri, 'Resource URI must not be empty');
    this.subscriptions.publish(uri);
  }
}

/** Whether a class has methods that a server can offer. */
export function hasMcpFeatures(type: AbstractClassType): boolean {
  return hasFeatures(Object.create(type.prototype as object) as object);
}

function hasFeatures(object: object): boolean {
  return [mcpToolOptions, mcpResourceOptions, mcpPromptOptions, mcpCompleteOptions].some(
    (metadata) => markedMethods<unknown>(object, metadata).length > 0,
  );
}
