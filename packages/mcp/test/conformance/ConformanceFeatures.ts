import {
  McpArg,
  McpComplete,
  McpPrompt,
  McpRequestContext,
  McpResource,
  type McpSchema,
  McpTool,
  McpToolParam,
} from '@toolwright/mcp';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const image: McpSchema.ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };

function user(content: McpSchema.ContentBlock): McpSchema.PromptMessage {
  return { role: 'user', content };
}

function form(properties: object, required: readonly string[] = []): never {
  return { type: 'object', properties, required } as never;
}

/** What the server scenarios of the conformance suite ask for, written with decorators only. */
export class ConformanceFeatures {
  @McpTool({ name: 'test_simple_text', description: 'Answers with text.' })
  simpleText(): string {
    return 'This is a simple text response for testing.';
  }

  @McpTool({ name: 'test_image_content', description: 'Answers with an image.' })
  imageContent(): McpSchema.CallToolResult {
    return { content: [image] };
  }

  @McpTool({ name: 'test_audio_content', description: 'Answers with audio.' })
  audioContent(): McpSchema.CallToolResult {
    return { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] };
  }

  @McpTool({ name: 'test_embedded_resource', description: 'Answers with a resource.' })
  embeddedResource(): McpSchema.CallToolResult {
    const resource = {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    };
    return { content: [{ type: 'resource', resource }] };
  }

  @McpTool({ name: 'test_multiple_content_types', description: 'Answers with content of several types.' })
  multipleContentTypes(): McpSchema.CallToolResult {
    const resource = {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    };
    return {
      content: [{ type: 'text', text: 'Multiple content types test:' }, image, { type: 'resource', resource }],
    };
  }

  @McpTool({ name: 'test_tool_with_logging', description: 'Logs while it runs.' })
  async toolWithLogging(context: McpRequestContext): Promise<string> {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.info(message);
      await pause(50);
    }
    return 'Tool with logging executed successfully';
  }

  @McpTool({ name: 'test_error_handling', description: 'Fails.' })
  errorHandling(): never {
    throw new Error('This tool intentionally returns an error for testing');
  }

  @McpTool({ name: 'test_tool_with_progress', description: 'Reports progress.' })
  async toolWithProgress(context: McpRequestContext): Promise<string> {
    for (const progress of [0, 50, 100]) {
      await context.progress({ progress, total: 100 });
      await pause(50);
    }
    return `Done: ${String(context.requestMeta['progressToken'])}`;
  }

  @McpTool({ name: 'test_sampling', description: 'Asks the model of the client.' })
  async sampling(
    @McpToolParam({ description: 'What to ask' }) prompt: string,
    context: McpRequestContext,
  ): Promise<string> {
    const { content } = await context.sample({
      messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
      maxTokens: 100,
    });
    return `LLM response: ${(content as { text?: string }).text ?? ''}`;
  }

  @McpTool({ name: 'test_elicitation', description: 'Asks the user.' })
  async elicitation(
    @McpToolParam({ description: 'What to show' }) message: string,
    context: McpRequestContext,
  ): Promise<string> {
    const requestedSchema = form(
      {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      ['username', 'email'],
    );
    const { action, structuredContent } = await context.elicit({ mode: 'form', message, requestedSchema });
    return `User response: action=${action}, content=${JSON.stringify(structuredContent)}`;
  }

  @McpTool({ name: 'test_elicitation_sep1034_defaults', description: 'Asks the user with defaults.' })
  async elicitationDefaults(context: McpRequestContext): Promise<string> {
    const requestedSchema = form({
      name: { type: 'string', description: 'Name', default: 'John Doe' },
      age: { type: 'integer', description: 'Age', default: 30 },
      score: { type: 'number', description: 'Score', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    });
    return JSON.stringify(await context.elicit({ mode: 'form', message: 'Please confirm.', requestedSchema }));
  }

  @McpTool({ name: 'test_elicitation_sep1330_enums', description: 'Asks the user to choose.' })
  async elicitationEnums(context: McpRequestContext): Promise<string> {
    const titled = [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
    ];
    const requestedSchema = form({
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    });
    return JSON.stringify(await context.elicit({ mode: 'form', message: 'Please choose.', requestedSchema }));
  }

  @McpTool({
    name: 'json_schema_2020_12_tool',
    description: 'Has a schema of draft 2020-12.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  })
  jsonSchema(): string {
    return 'fine';
  }

  @McpTool({ name: 'test_reconnection', description: 'Closes its stream and answers later.' })
  async reconnection(context: McpRequestContext): Promise<string> {
    context.closeSseStream();
    await pause(100);
    return 'Reconnection test completed';
  }

  @McpResource({ uri: 'test://static-text', name: 'Static text', description: 'A text.' })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  @McpResource({ uri: 'test://static-binary', name: 'Static binary', description: 'An image.', mimeType: 'image/png' })
  staticBinary(): string {
    return PNG;
  }

  @McpResource({
    uri: 'test://template/{id}/data',
    name: 'Template',
    description: 'Data by id.',
    mimeType: 'application/json',
  })
  template(id: string): string {
    return JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  }

  @McpPrompt({ name: 'test_simple_prompt', description: 'A simple prompt.' })
  simplePrompt(): McpSchema.PromptMessage {
    return user({ type: 'text', text: 'This is a simple prompt for testing.' });
  }

  @McpPrompt({ name: 'test_prompt_with_arguments', description: 'A prompt with arguments.' })
  promptWithArguments(
    @McpArg({ description: 'First test argument', required: true }) arg1: string,
    @McpArg({ description: 'Second test argument', required: true }) arg2: string,
  ): McpSchema.PromptMessage {
    return user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` });
  }

  @McpPrompt({ name: 'test_prompt_with_embedded_resource', description: 'A prompt with a resource.' })
  promptWithResource(
    @McpArg({ description: 'The address of the resource', required: true }) resourceUri: string,
  ): McpSchema.PromptMessage[] {
    const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
    return [user({ type: 'resource', resource }), user({ type: 'text', text: 'Please process it.' })];
  }

  @McpPrompt({ name: 'test_prompt_with_image', description: 'A prompt with an image.' })
  promptWithImage(): McpSchema.PromptMessage[] {
    return [user(image), user({ type: 'text', text: 'Please analyze it.' })];
  }

  @McpComplete({ prompt: 'test_prompt_with_arguments' })
  complete(typed: string): string[] {
    return ['paris', 'park', 'party'].filter((value) => value.startsWith(typed));
  }
}
