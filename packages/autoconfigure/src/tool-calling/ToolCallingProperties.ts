import { ConfigurationProperties, IsDuration, IsMapOf, PropertyDescription } from '@toolwright/boot';
import { IsBoolean, IsEnum, IsInt, IsOptional, IsString, Min, Type, ValidateNested } from '@toolwright/boot/validation';
import { ModelPriceProperties, ToolLimitsProperties } from './ToolLimitsProperties.js';
import { ToolNamesProperties, ToolSchemaProperties } from './ToolDeclarationProperties.js';
import { ToolResultsProperties } from './ToolResultsProperties.js';

/** What happens when the model names a tool that the request does not carry. */
export enum UnknownToolBehavior {
  /** The model gets a tool result that names the attached tools. */
  ANSWER = 'ANSWER',
  /** The turn ends with an exception. */
  THROW = 'THROW',
}

/** Which messages of failing tools the model is told. */
export enum ExposedErrors {
  /** Those of every failure. */
  ALL = 'ALL',
  /** Those of `ToolUserError`, written for the model; other failures are masked by a reference. */
  USER_ERRORS = 'USER_ERRORS',
  /** None; every failure is masked by a reference. */
  NONE = 'NONE',
}

/** How responses of calls that failed or did not run are written. */
export enum ToolErrorFormat {
  /** The message as it is. */
  TEXT = 'TEXT',
  /** `{"error":{"code":…,"message":…}}`. */
  JSON = 'JSON',
}

/** How the results of tools become text. */
export enum ResultConverter {
  /** As JSON: texts are quoted unless they are JSON already. */
  JSON = 'JSON',
  /** Texts as they are, everything else as JSON. */
  TEXT = 'TEXT',
}

/** What happens to arguments that a tool's schema does not know. */
export enum UnknownArgumentsBehavior {
  /** They are dropped. */
  IGNORE = 'IGNORE',
  /** The model is told. */
  REJECT = 'REJECT',
}

/** What tool contexts fall back to, `tools.context.*`. */
export class ToolContextProperties {
  @PropertyDescription("Locale of requests that name none, such as ko-KR; unset for the process's.")
  @IsOptional()
  @IsString()
  locale?: string;

  @PropertyDescription("Time zone of requests that name none, such as Asia/Seoul; unset for the process's.")
  @IsOptional()
  @IsString()
  timeZone?: string;
}

/** Results of tools that are declared with a cache, `tools.cache.*`. */
export class ToolCacheProperties {
  @PropertyDescription('Whether results of tools that are declared with a cache are kept for equal calls.')
  @IsBoolean()
  enabled: boolean = true;

  @PropertyDescription('Time for which results are kept of tools that do not say it themselves.')
  @IsDuration()
  @Min(1)
  ttl: number = 60_000;

  @PropertyDescription('Results that are kept; the least recently used ones make room.')
  @IsInt()
  @Min(1)
  maxEntries: number = 1000;

  @PropertyDescription('Characters of all kept results together.')
  @IsInt()
  @Min(1)
  maxChars: number = 16_000_000;
}

/** How calls are run, `tools.execution.*`. */
export class ToolExecutionProperties {
  @PropertyDescription('Tool calls of one round that run at the same time; 1 is sequential.')
  @IsInt()
  @Min(1)
  concurrency: number = 8;

  @PropertyDescription('Time that one tool call may take; unset for no limit.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  timeout?: number;
}

/** What the model is told about failures, `tools.errors.*`. */
export class ToolErrorsProperties {
  @PropertyDescription('Which messages of failing tools the model is told; argument errors always are.')
  @IsEnum(ExposedErrors)
  expose: ExposedErrors = ExposedErrors.ALL;

  @PropertyDescription('How responses of calls that failed or did not run are written.')
  @IsEnum(ToolErrorFormat)
  format: ToolErrorFormat = ToolErrorFormat.TEXT;
}

/** How arguments are read, `tools.arguments.*`. */
export class ToolArgumentsProperties {
  @PropertyDescription("Whether arguments that a tool's schema does not know are dropped or answered with an error.")
  @IsEnum(UnknownArgumentsBehavior)
  unknown: UnknownArgumentsBehavior = UnknownArgumentsBehavior.IGNORE;
}

/** Answers to unknown names, `tools.unknown-tool.*`. */
export class UnknownToolProperties {
  @PropertyDescription('Whether a call of an unknown tool is answered to the model or ends the turn.')
  @IsEnum(UnknownToolBehavior)
  behavior: UnknownToolBehavior = UnknownToolBehavior.ANSWER;

  @PropertyDescription('Calls of unknown tools that a turn may make before it ends.')
  @IsInt()
  @Min(1)
  max: number = 3;
}

/** `tools.resolution.fallback.*`. */
export class ToolResolutionFallbackProperties {
  @PropertyDescription(
    'Whether a name that the request does not carry is looked up among all tools of the application.',
  )
  @IsBoolean()
  enabled: boolean = false;
}

/** `tools.resolution.*`. */
export class ToolResolutionProperties {
  @ValidateNested()
  @Type(() => ToolResolutionFallbackProperties)
  fallback: ToolResolutionFallbackProperties = new ToolResolutionFallbackProperties();
}

/** What is told about tool calls, `tools.observations.*`. */
export class ToolObservationsProperties {
  @PropertyDescription(
    'Whether arguments and results of tool calls, which may be private, are attributes of their observations.',
  )
  @IsBoolean()
  includeContent: boolean = false;
}

/** Settings of tool calling, `tools.*`. */
@ConfigurationProperties('tools')
export class ToolCallingProperties {
  @PropertyDescription('Whether a failing tool ends the turn instead of telling the model what went wrong.')
  @IsBoolean()
  throwExceptionOnError: boolean = false;

  @PropertyDescription('How results of tools without their own converter become text.')
  @IsEnum(ResultConverter)
  resultConverter: ResultConverter = ResultConverter.JSON;

  @ValidateNested()
  @Type(() => ToolErrorsProperties)
  errors: ToolErrorsProperties = new ToolErrorsProperties();

  @ValidateNested()
  @Type(() => ToolResultsProperties)
  results: ToolResultsProperties = new ToolResultsProperties();

  @ValidateNested()
  @Type(() => ToolNamesProperties)
  names: ToolNamesProperties = new ToolNamesProperties();

  @ValidateNested()
  @Type(() => ToolSchemaProperties)
  schema: ToolSchemaProperties = new ToolSchemaProperties();

  @ValidateNested()
  @Type(() => ToolArgumentsProperties)
  arguments: ToolArgumentsProperties = new ToolArgumentsProperties();

  @ValidateNested()
  @Type(() => ToolResolutionProperties)
  resolution: ToolResolutionProperties = new ToolResolutionProperties();

  @ValidateNested()
  @Type(() => ToolLimitsProperties)
  limits: ToolLimitsProperties = new ToolLimitsProperties();

  @PropertyDescription('What models cost per million tokens, by name; needed for tools.limits.max-cost.')
  @IsMapOf(() => ModelPriceProperties)
  @ValidateNested({ each: true })
  prices: Map<string, ModelPriceProperties> = new Map();

  @ValidateNested()
  @Type(() => ToolContextProperties)
  context: ToolContextProperties = new ToolContextProperties();

  @ValidateNested()
  @Type(() => ToolCacheProperties)
  cache: ToolCacheProperties = new ToolCacheProperties();

  @ValidateNested()
  @Type(() => ToolExecutionProperties)
  execution: ToolExecutionProperties = new ToolExecutionProperties();

  @ValidateNested()
  @Type(() => UnknownToolProperties)
  unknownTool: UnknownToolProperties = new UnknownToolProperties();

  @ValidateNested()
  @Type(() => ToolObservationsProperties)
  observations: ToolObservationsProperties = new ToolObservationsProperties();
}
