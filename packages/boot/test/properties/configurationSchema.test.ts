import {
  ConfigurationProperties,
  configurationSchema,
  IsDataSize,
  IsDuration,
  IsMapOf,
  PropertyDescription,
  Secret,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

enum OnLimit {
  THROW = 'THROW',
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
}

class Server {
  @IsString()
  name: string = '';
  @IsInt()
  port: number = 80;
}

class Limits {
  @PropertyDescription('Calls of a turn.')
  @IsInt()
  @Min(1)
  @Max(1000)
  maxTotalToolCalls: number = 150;

  @IsMapOf('int')
  maxCallsPerTool: Map<string, number> = new Map([['getWeather', 3]]);

  @IsArray()
  @IsString({ each: true })
  excludedTools: string[] = ['a'];

  @IsEnum(OnLimit)
  onLimitExceeded: OnLimit = OnLimit.THROW;
}

@ConfigurationProperties('tools')
class ToolProperties {
  @ValidateNested()
  limits: Limits = new Limits();
  @IsDuration()
  timeout: number = 30_000;
  @IsDataSize()
  size: number = 512;
  @IsNumber()
  ratio: number = 0.5;
  @IsBoolean()
  enabled: boolean = false;
  @Secret()
  @IsOptional()
  @IsString()
  apiKey?: string = 'none';
  @ValidateNested({ each: true })
  @Type(() => Server)
  servers: Server[] = [];
  @IsMapOf(() => Server)
  named: Map<string, Server> = new Map();
}

@ConfigurationProperties('tools.deeper.group')
class DeeperProperties {
  @IsInt()
  count: number = 1;
}

const schema = configurationSchema([ToolProperties, DeeperProperties], ['tools.search.enabled', 'debug']);
const valid = (document: object): boolean => new Ajv({ strict: true, allowUnionTypes: true }).compile(schema)(document);

describe('the JSON Schema of configuration files', () => {
  it('[BH-08] has types, defaults, enum values, bounds and descriptions of the classes', () => {
    const { tools } = schema['properties'] as Record<string, { properties: Record<string, { properties: object }> }>;
    expect(tools?.properties['limits']?.properties).toMatchObject({
      'max-total-tool-calls': {
        description: 'Calls of a turn.',
        default: 150,
        anyOf: [{ type: 'integer', minimum: 1, maximum: 1000 }, { type: 'string' }],
      },
      'max-calls-per-tool': { default: { getWeather: 3 } },
      'excluded-tools': { default: ['a'], anyOf: [{ type: 'array' }, { type: 'string' }] },
      'on-limit-exceeded': { default: 'THROW', anyOf: [{ enum: ['RETURN_ERROR_RESPONSE', 'THROW'] }, {}] },
    });
    expect(tools?.properties).toMatchObject({ timeout: { default: 30_000 }, size: { default: 512 } });
    expect(tools?.properties['api-key']).not.toHaveProperty('default');
    expect(tools?.properties['search']?.properties).toEqual({ enabled: {} });
    expect(tools?.properties['deeper']?.properties).toHaveProperty('group');
  });

  it.each<[object]>([
    [{}],
    [{ tools: { limits: { 'max-total-tool-calls': 5 } } }],
    [{ tools: { limits: { 'max-total-tool-calls': '5' } } }],
    [{ tools: { limits: { 'max-total-tool-calls': '${calls:5}' } } }],
    [{ tools: { limits: { 'max-total-tool-calls': '' } } }],
    [{ tools: { limits: { 'max-calls-per-tool': { getWeather: 3, weather: { get: '2' } } } } }],
    [{ tools: { limits: { 'excluded-tools': ['a', 'b'] } } }],
    [{ tools: { limits: { 'excluded-tools': 'a, b' } } }],
    [{ tools: { limits: { 'on-limit-exceeded': 'return_error_response' } } }],
    [{ tools: { limits: { 'on-limit-exceeded': 'ReturnErrorResponse' } } }],
    [{ tools: { timeout: '30s', size: '10MB', ratio: 1, enabled: 'yes' } }],
    [{ tools: { timeout: 'PT1M30S', size: 12, ratio: '1e3', enabled: true } }],
    [{ tools: { servers: [{ name: 'x', port: 1 }], named: { y: { port: '2' } } } }],
    [{ tools: { search: { enabled: true }, deeper: { group: { count: 1 } } }, debug: '', other: { key: 1 } }],
  ])('[BH-08] takes %j', (document) => {
    expect(valid(document)).toBe(true);
  });

  it.each<[object]>([
    [{ tools: { limits: { 'max-total-tool-cals': 5 } } }],
    [{ tools: { limits: { 'max-total-tool-calls': 0 } } }],
    [{ tools: { limits: { 'max-total-tool-calls': 1001 } } }],
    [{ tools: { limits: { 'max-total-tool-calls': 'many' } } }],
    [{ tools: { limits: { 'max-total-tool-calls': 1.5 } } }],
    [{ tools: { limits: { 'max-calls-per-tool': { getWeather: 'x' } } } }],
    [{ tools: { limits: { 'on-limit-exceeded': 'explode' } } }],
    [{ tools: { timeout: '30 s' } }],
    [{ tools: { timeout: '5x' } }],
    [{ tools: { size: '10mb' } }],
    [{ tools: { enabled: 'of' } }],
    [{ tools: { servers: [{ nam: 'x' }] } }],
    [{ tools: 5 }],
  ])('[BH-08] refuses %j', (document) => {
    expect(valid(document)).toBe(false);
  });
});
