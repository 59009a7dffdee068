import { IllegalStateException } from '@toolwright/core';
import type * as McpSchema from '../sdk/McpSchema.js';
import type { McpRequestContext } from './McpRequestContext.js';

/** What every feature of a server has in common. */
export interface McpFeature {
  /** Where it is defined, for messages: `Weather.forecast`. */
  readonly source: string;
}

/** A tool of a server. */
export interface McpServerTool extends McpFeature {
  readonly declaration: McpSchema.Tool;
  /** Who may see and call it; undefined for everybody. */
  readonly roles?: readonly string[] | undefined;
  /** Fails with an error of the protocol, or gives a result with `isError`. */
  call(toolArguments: Readonly<Record<string, unknown>>, context: McpRequestContext): Promise<McpSchema.CallToolResult>;
}

/** A resource with an address of its own. */
export interface McpServerResource extends McpFeature {
  readonly declaration: McpSchema.Resource;
  read(uri: string, context: McpRequestContext): Promise<McpSchema.ReadResourceResult>;
}

/** A family of resources. */
export interface McpServerResourceTemplate extends McpFeature {
  readonly declaration: McpSchema.ResourceTemplate;
  /** The variables of an address that fits, decoded; undefined if it does not. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
  read(
    uri: string,
    variables: Readonly<Record<string, string>>,
    context: McpRequestContext,
  ): Promise<McpSchema.ReadResourceResult>;
}

export interface McpServerPrompt extends McpFeature {
  readonly declaration: McpSchema.Prompt;
  get(
    promptArguments: Readonly<Record<string, string>>,
    context: McpRequestContext,
  ): Promise<McpSchema.GetPromptResult>;
}

export interface McpServerCompletion extends McpFeature {
  readonly ref: { readonly prompt?: string | undefined; readonly uri?: string | undefined };
  complete(
    params: McpSchema.CompleteRequest['params'],
    context: McpRequestContext,
  ): Promise<McpSchema.CompleteResult['completion']>;
}

/** The lists that a client can be told to read again. */
export type McpFeatureList = 'tools' | 'resources' | 'prompts';

/** Everything that a server offers. Sessions share it; it may change while they are open. */
export class McpServerFeatures {
  readonly #tools = new Map<string, McpServerTool>();
  readonly #resources = new Map<string, McpServerResource>();
  readonly #templates = new Map<string, McpServerResourceTemplate>();
  readonly #prompts = new Map<string, McpServerPrompt>();
  readonly #completions: McpServerCompletion[] = [];
  readonly #listeners = new Set<(list: McpFeatureList) => void>();

  get tools(): readonly McpServerTool[] {
    return [...this.#tools.values()];
  }

  get resources(): readonly McpServerResource[] {
    return [...this.#resources.values()];
  }

  get resourceTemplates(): readonly McpServerResourceTemplate[] {
    return [...this.#templates.values()];
  }

  get prompts(): readonly McpServerPrompt[] {
    return [...this.#prompts.values()];
  }

  tool(name: string): McpServerTool | undefined {
    return this.#tools.get(name);
  }

  resource(uri: string): McpServerResource | undefined {
    return this.#resources.get(uri);
  }

  prompt(name: string): McpServerPrompt | undefined {
    return this.#prompts.get(name);
  }

  completion(ref: McpSchema.CompleteRequest['params']['ref']): McpServerCompletion | undefined {
    return this.#completions.find(({ ref: { prompt, uri } }) =>
      ref.type === 'ref/prompt' ? prompt === ref.name : uri === ref.uri,
    );
  }

  /** @throws {IllegalStateException} if there is a tool of that name, naming both methods (MS-35) */
  addTool(tool: McpServerTool): this {
    return this.#add(this.#tools, tool.declaration.name, tool, 'tools', 'tools', 'name');
  }

  removeTool(name: string): boolean {
    return this.#remove(this.#tools, name, 'tools');
  }

  /** @throws {IllegalStateException} if there is a resource of that address */
  addResource(resource: McpServerResource): this {
    return this.#add(this.#resources, resource.declaration.uri, resource, 'resources', 'resources', 'URI');
  }

  removeResource(uri: string): boolean {
    return this.#remove(this.#resources, uri, 'resources');
  }

  /** @throws {IllegalStateException} if there is such a template */
  addResourceTemplate(template: McpServerResourceTemplate): this {
    const { uriTemplate } = template.declaration;
    return this.#add(this.#templates, uriTemplate, template, 'resources', 'resource templates', 'URI');
  }

  /** @throws {IllegalStateException} if there is a prompt of that name */
  addPrompt(prompt: McpServerPrompt): this {
    return this.#add(this.#prompts, prompt.declaration.name, prompt, 'prompts', 'prompts', 'name');
  }

  removePrompt(name: string): boolean {
    return this.#remove(this.#prompts, name, 'prompts');
  }

  addCompletion(completion: McpServerCompletion): this {
    this.#completions.push(completion);
    return this;
  }

  /** @internal Calls `listener` when a list changed; the result ends that. */
  onChange(listener: (list: McpFeatureList) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add<T extends McpFeature>(
    features: Map<string, T>,
    key: string,
    feature: T,
    list: McpFeatureList,
    kind: string,
    what: string,
  ): this {
    const existing = features.get(key);
    if (existing) {
      throw new IllegalStateException(
        `Two ${kind} have the ${what} '${key}': ${existing.source} and ${feature.source}. Rename one of them.`,
      );
    }
    features.set(key, feature);
    this.#changed(list);
    return this;
  }

  #remove(features: Map<string, unknown>, key: string, list: McpFeatureList): boolean {
    const removed = features.delete(key);
    if (removed) this.#changed(list);
    return removed;
  }

  #changed(list: McpFeatureList): void {
    for (const listener of this.#listeners) listener(list);
  }
}
