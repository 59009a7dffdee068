import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import {
  DefaultToolDefinition,
  FunctionToolCallback,
  getToolDescription,
  getToolName,
  type MethodHandle,
  MethodToolCallbackProvider,
  methodHandle,
  splitCamelCase,
  Tool,
  ToolCallResultConverter,
  ToolDefinition,
  ToolDefinitions,
  ToolMetadata,
  type ToolOptions,
  ToolParam,
} from '@toolwright/tools';

function EnhanceTool(options: ToolOptions): MethodDecorator {
  return Tool(options);
}

class ShoutingConverter extends ToolCallResultConverter {
  override convert(result: unknown): string {
    return `${String(result).toUpperCase()}!`;
  }
}

const constructorError = new Error('no converter today');
class BrokenConverter extends ToolCallResultConverter {
  constructor() {
    super();
    throw constructorError;
  }
  override convert(): string {
    return '';
  }
}

class Methods {
  simpleMethod(): string {
    return '';
  }
  @Tool({ name: '' })
  methodWithEmptyName(): string {
    return '';
  }
  @Tool()
  annotatedMethodWithoutName(): string {
    return '';
  }
  @Tool({ name: ' \t ' })
  methodWithBlankName(): string {
    return '';
  }
  @Tool({ name: 'valid_tool-name.v1' })
  validName(): string {
    return '';
  }
  @Tool({ name: 'invalid tool name' })
  spaces(): string {
    return '';
  }
  @Tool({ name: 'tool@name!' })
  symbols(): string {
    return '';
  }
  @Tool({ name: 'tool()' })
  parentheses(): string {
    return '';
  }
  @Tool({ name: '获取天气' })
  chinese(): string {
    return '';
  }
  @Tool({ name: 'custom' })
  noDesc(): string {
    return '';
  }
  @Tool({ description: 'This is a tool description' })
  described(): string {
    return '';
  }
  @Tool({ returnDirect: true })
  direct(): string {
    return '';
  }
}

const handle = (key: keyof Methods): MethodHandle => methodHandle(Methods, key);
const NO_METHOD = null as unknown as MethodHandle;

describe('names and descriptions of tools', () => {
  let logs: RecordingLogProvider;
  beforeEach(() => {
    logs = RecordingLogProvider.install();
  });
  afterEach(() => {
    logs.uninstall();
  });

  it('[TD-01] takes the name of a method that is not annotated', () => {
    expect(getToolName(handle('simpleMethod'))).toBe('simpleMethod');
  });

  it('[TD-02] takes the name of the method where the annotation has none', () => {
    expect(getToolName(handle('annotatedMethodWithoutName'))).toBe('annotatedMethodWithoutName');
    expect(getToolName(handle('methodWithEmptyName'))).toBe('methodWithEmptyName');
    expect(getToolName(handle('methodWithBlankName'))).toBe('methodWithBlankName');
  });

  it('[TD-03] accepts a portable name in silence', () => {
    expect(getToolName(handle('validName'))).toBe('valid_tool-name.v1');
    expect(logs.entries).toEqual([]);
  });

  it('[TD-04] accepts any name and warns once per derivation', () => {
    const names = (['spaces', 'symbols', 'parentheses', 'chinese'] as const).map((key) => getToolName(handle(key)));
    expect(names).toEqual(['invalid tool name', 'tool@name!', 'tool()', '获取天气']);
    expect(logs.messages('warn')).toEqual(
      names.map((name) => expect.stringContaining(`Tool name '${name}' may not be compatible`) as unknown),
    );
    getToolName(handle('chinese'));
    expect(logs.messages('warn')).toHaveLength(5);
  });

  it('[TD-05] says which name may not work, for names of methods only', () => {
    getToolName(handle('parentheses'));
    ToolDefinition.builder().name('tool()').inputSchema('{}').build();
    FunctionToolCallback.builder('tool()', () => 1).build();
    expect(logs.messages('warn')).toEqual([
      "Tool name 'tool()' may not be compatible with some LLMs (e.g., OpenAI). Consider using only alphanumeric characters, underscores, hyphens, and dots.",
    ]);
  });

  it('[TD-06] splits the name of a method that is not annotated', () => {
    expect(getToolDescription(handle('simpleMethod'))).toBe('simple method');
  });

  it('[TD-07] does not split the name of an annotated method', () => {
    expect(getToolDescription(handle('annotatedMethodWithoutName'))).toBe('annotatedMethodWithoutName');
  });

  it("[TD-08] describes a tool by its method's name, not by the tool's", () => {
    expect(getToolDescription(handle('noDesc'))).toBe('noDesc');
  });

  it('[TD-09] takes the description of the annotation', () => {
    expect(getToolDescription(handle('described'))).toBe('This is a tool description');
  });

  it('[TD-10] joins the words of a camel-case name with any delimiter', () => {
    expect([' ', '-', '_', ''].map((delimiter) => splitCamelCase('helloWorldFoo', delimiter))).toEqual([
      'hello world foo',
      'hello-world-foo',
      'hello_world_foo',
      'helloworldfoo',
    ]);
    const missing = null as unknown as string;
    expect(() => splitCamelCase(missing, ' ')).toThrow(new IllegalArgumentException('Source string must not be null'));
    expect(() => splitCamelCase('a', missing)).toThrow(new IllegalArgumentException('Delimiter must not be null'));
  });

  it('[TD-11] finds the words of unusual names', () => {
    const names = ['getHTTPResponse', 'URL', 'getV2Data', 'iOSVersion', 'get_HTTPThing', 'tool_a', '获取天气'];
    expect(names.map((name) => splitCamelCase(name, ' '))).toEqual([
      'get http response',
      'url',
      'get v2 data',
      'i os version',
      'get_http thing',
      'tool_a',
      '获取天气',
    ]);
  });

  it('[TD-11] takes a character beyond ASCII for upper case, and starts words after digits', () => {
    const names = ['getÜbersicht', 'get获取天气', 'getV2URL', 'naïveThing', 'a😀b', 'x_Ünder', 'cost$USD', ''];
    expect(names.map((name) => splitCamelCase(name, ' '))).toEqual([
      'get übersicht',
      'get 获取天气',
      'get v2 url',
      'na ïve thing',
      'a 😀b',
      'x_ ünder',
      'cost$usd',
      '',
    ]);
  });

  it('[TD-18] finds a decorator that composes Tool', () => {
    class Enhanced {
      @EnhanceTool({ description: 'enhance tool' })
      enhanceTool(): string {
        return '';
      }
    }
    const [callback] = MethodToolCallbackProvider.builder().toolObjects(new Enhanced()).build().toolCallbacks();
    expect(callback?.definition).toMatchObject({ name: 'enhanceTool', description: 'enhance tool' });
  });
});

describe('metadata of tools', () => {
  it('[TD-12] returns to the model unless told otherwise', () => {
    expect(ToolMetadata.builder().build().returnDirect).toBe(false);
    expect(ToolMetadata.from(handle('annotatedMethodWithoutName')).returnDirect).toBe(false);
    expect(ToolMetadata.from(handle('direct')).returnDirect).toBe(true);
  });

  it('[TX-18] keeps category, timeout and concurrency as attributes', () => {
    class Slow {
      @Tool({ category: 'reports', timeout: '2s', concurrency: 'exclusive', attributes: { readOnly: true } })
      report(): string {
        return '';
      }
      @Tool({ timeout: 500 })
      quick(): string {
        return '';
      }
      @Tool({ timeout: 'soon' })
      wrong(): string {
        return '';
      }
    }
    expect(ToolMetadata.from(methodHandle(Slow, 'report')).attributes).toEqual({
      category: 'reports',
      timeout: 2000,
      concurrency: 'exclusive',
      readOnly: true,
    });
    expect(ToolMetadata.from(methodHandle(Slow, 'quick')).attributes).toEqual({ timeout: 500 });
    expect(() => ToolMetadata.from(methodHandle(Slow, 'wrong'))).toThrow(
      new IllegalArgumentException(
        "timeout must be a number of milliseconds above 0, or text such as 500ms, 2s or 1m, but is 'soon'",
      ),
    );
  });

  it('[TD-13] converts results with an instance of the class that the annotation names', async () => {
    class Converted {
      @Tool({ resultConverter: ShoutingConverter })
      shout(): string {
        return 'hello';
      }
    }
    class Broken {
      @Tool({ resultConverter: BrokenConverter })
      fail(): string {
        return '';
      }
    }
    const provide = (object: object) => MethodToolCallbackProvider.builder().toolObjects(object).build();
    expect(await provide(new Converted()).toolCallbacks()[0]?.call('{}')).toBe('HELLO!');
    let thrown: unknown;
    try {
      provide(new Broken());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(IllegalArgumentException);
    expect((thrown as Error).message).toMatch(/^Failed to instantiate ToolCallResultConverter: /);
    expect((thrown as Error).cause).toBe(constructorError);
  });

  it('[TD-17] describes nothing with a bare ToolParam', () => {
    class Bare {
      greet(@ToolParam() city: string): string {
        return city;
      }
    }
    const schema = JSON.parse(ToolDefinitions.from(methodHandle(Bare, 'greet')).inputSchema);
    expect(schema.properties.city).toEqual({ type: 'string' });
    expect(schema.required).toEqual(['city']);
  });
});

describe('definitions', () => {
  it('[TD-14] describes a tool by its name split into words', () => {
    const builder = () => ToolDefinition.builder().name('getWeather').inputSchema('{}');
    expect(builder().build().description).toBe('get weather');
    expect(builder().description('  ').build().description).toBe('get weather');
  });

  it('[TD-15] needs a name and a schema to be built', () => {
    expect(() => ToolDefinition.builder().inputSchema('{}').build()).toThrow(
      new IllegalStateException('toolName cannot be null or empty'),
    );
    expect(() => ToolDefinition.builder().name('a').build()).toThrow(
      new IllegalStateException('inputSchema cannot be null or empty'),
    );
    expect(() => ToolDefinition.builder().name('').inputSchema('{}').build()).toThrow(
      new IllegalArgumentException('name cannot be null or empty'),
    );
  });

  it('[TD-16] rejects blank parts', () => {
    expect(() => new DefaultToolDefinition('', 'd', '{}')).toThrow(
      new IllegalArgumentException('name cannot be null or empty'),
    );
    expect(() => new DefaultToolDefinition('n', ' ', '{}')).toThrow(
      new IllegalArgumentException('description cannot be null or empty'),
    );
    expect(() => new DefaultToolDefinition('n', 'd', '')).toThrow(
      new IllegalArgumentException('inputSchema cannot be null or empty'),
    );
  });

  it('[TD-20] needs a method', () => {
    const expected = new IllegalArgumentException('method cannot be null');
    expect(() => getToolName(NO_METHOD)).toThrow(expected);
    expect(() => getToolDescription(NO_METHOD)).toThrow(expected);
    expect(() => ToolMetadata.from(NO_METHOD)).toThrow(expected);
    expect(() => ToolDefinitions.from(NO_METHOD)).toThrow(expected);
  });

  it('[TD-21] freezes definitions and metadata and hands out the same object', () => {
    const [callback] = MethodToolCallbackProvider.builder().toolObjects(new Methods()).build().toolCallbacks();
    const { definition, metadata } = callback!;
    expect(() => {
      (definition as { name: string }).name = 'other';
    }).toThrow(TypeError);
    expect(() => {
      (metadata as { returnDirect: boolean }).returnDirect = true;
    }).toThrow(TypeError);
    expect(() => {
      (metadata.attributes as Record<string, unknown>)['x'] = true;
    }).toThrow(TypeError);
    expect(callback!.definition).toBe(definition);
    expect(callback!.metadata).toBe(metadata);
    for (const built of [
      ToolDefinition.builder().name('a').inputSchema('{}').build(),
      new DefaultToolDefinition('a', 'd', '{}'),
      ToolDefinitions.from(handle('described')),
      FunctionToolCallback.builder('a', () => 1).build().definition,
      ToolMetadata.builder().build(),
      ToolMetadata.from(handle('direct')),
    ]) {
      expect(Object.isFrozen(built)).toBe(true);
    }
  });
});
