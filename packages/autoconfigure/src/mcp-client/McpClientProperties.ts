import { ConfigurationProperties, IsDuration, IsMapOf, PropertyDescription, Secret } from '@toolwright/boot';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  Type,
  ValidateNested,
} from '@toolwright/boot/validation';
import { McpAuthorizationProperties } from './McpAuthorizationProperties.js';

/** Accepted so that settings can be shared; both give the one implementation (MC-23). */
export enum McpClientType {
  SYNC = 'SYNC',
  ASYNC = 'ASYNC',
}

/** How remote tools are named. */
export enum McpToolNamePrefix {
  ALT = 'alt',
  CONNECTION = 'connection',
  NONE = 'none',
}

/** What a server that cannot list its tools does to the list of all. */
export enum OnMcpListError {
  FAIL = 'fail',
  SKIP = 'skip',
}

/** What happens with a tool that changed after it was first used. */
export enum OnMcpDefinitionChange {
  WARN = 'warn',
  BLOCK = 'block',
}

/** Which tools of a connection may be used, `….tools.*`. */
export class McpConnectionToolsProperties {
  @PropertyDescription('Names of the tools that may be used, with * for any text; empty for all.')
  @IsArray()
  @IsString({ each: true })
  include: string[] = [];

  @PropertyDescription('Names of the tools that may not be used, with * for any text; wins over include.')
  @IsArray()
  @IsString({ each: true })
  exclude: string[] = [];
}

/** What every connection can say, whatever its transport. */
export class McpConnectionProperties {
  @PropertyDescription('How long a request of this connection may take; unset for mcp.client.request-timeout.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  requestTimeout?: number;

  @PropertyDescription('Whether progress of a call starts its time anew.')
  @IsBoolean()
  resetTimeoutOnProgress: boolean = false;

  @PropertyDescription('How long a call may take in spite of progress; unset for no limit.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  maxTotalTimeout?: number;

  @PropertyDescription('Whether what the server says about the behaviour of its tools is believed.')
  @IsBoolean()
  trusted: boolean = false;

  @PropertyDescription('Which values of the tool context the server gets: all, none or a list of keys.')
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  toolContextMeta?: string[];

  @ValidateNested()
  @Type(() => McpConnectionToolsProperties)
  tools: McpConnectionToolsProperties = new McpConnectionToolsProperties();
}

/** A server in a child process, `mcp.client.stdio.connections.<name>.*`. */
export class McpStdioConnectionProperties extends McpConnectionProperties {
  @PropertyDescription('The program of the server.')
  @IsOptional()
  @IsString()
  command?: string;

  @PropertyDescription('Arguments of the program.')
  @IsArray()
  @IsString({ each: true })
  args: string[] = [];

  @PropertyDescription('Variables of its environment, beside the few that every child process gets.')
  @IsMapOf('string')
  @Secret()
  env: Map<string, string> = new Map();
}

/** What a server that is reached over HTTP needs, whatever its transport. */
export class McpHttpConnectionProperties extends McpConnectionProperties {
  @PropertyDescription('Scheme, host and port of the server, and the path above its endpoint.')
  @IsOptional()
  @IsString()
  url?: string;

  @PropertyDescription('Headers of every request.')
  @IsMapOf('string')
  @Secret()
  headers: Map<string, string> = new Map();

  @ValidateNested()
  @Type(() => McpAuthorizationProperties)
  auth: McpAuthorizationProperties = new McpAuthorizationProperties();
}

/** A server over Streamable HTTP, `mcp.client.streamable-http.connections.<name>.*`. */
export class McpStreamableHttpConnectionProperties extends McpHttpConnectionProperties {
  @PropertyDescription('The endpoint, appended to the URL.')
  @IsString()
  endpoint: string = '/mcp';
}

/** A server over the older transport, `mcp.client.sse.connections.<name>.*`. */
export class McpSseConnectionProperties extends McpHttpConnectionProperties {
  @PropertyDescription('The endpoint, appended to the URL; may have a query.')
  @IsString()
  sseEndpoint: string = '/sse';
}

/** `mcp.client.stdio.*`. */
export class McpStdioProperties {
  @PropertyDescription('A JSON file of servers as desktop clients use it; connections of the same name win.')
  @IsOptional()
  @IsString()
  serversConfiguration?: string;

  @IsMapOf(() => McpStdioConnectionProperties)
  @ValidateNested({ each: true })
  connections: Map<string, McpStdioConnectionProperties> = new Map();
}

/** `mcp.client.streamable-http.*`. */
export class McpStreamableHttpProperties {
  @IsMapOf(() => McpStreamableHttpConnectionProperties)
  @ValidateNested({ each: true })
  connections: Map<string, McpStreamableHttpConnectionProperties> = new Map();
}

/** `mcp.client.sse.*`. */
export class McpSseProperties {
  @IsMapOf(() => McpSseConnectionProperties)
  @ValidateNested({ each: true })
  connections: Map<string, McpSseConnectionProperties> = new Map();
}

/** `mcp.client.toolcallback.*`. */
export class McpToolCallbackProperties {
  @PropertyDescription('Whether a provider of the tools of all servers is supplied.')
  @IsBoolean()
  enabled: boolean = true;

  @PropertyDescription('How equal names of several servers are told apart: alt_<n>_, the connection, or not at all.')
  @IsEnum(McpToolNamePrefix)
  namePrefix: McpToolNamePrefix = McpToolNamePrefix.ALT;

  @PropertyDescription('Whether names have ASCII letters only.')
  @IsBoolean()
  asciiNames: boolean = false;

  @PropertyDescription('Whether a server that cannot list its tools fails the listing or is left out.')
  @IsEnum(OnMcpListError)
  onListError: OnMcpListError = OnMcpListError.FAIL;

  @PropertyDescription('How many tools a server may list.')
  @IsInt()
  @Min(1)
  maxTools: number = 1000;
}

/** `mcp.client.annotation-scanner.*`. */
export class McpClientAnnotationScannerProperties {
  @PropertyDescription('Whether methods with @McpLogging, @McpProgress, @McpSampling and the like are looked for.')
  @IsBoolean()
  enabled: boolean = true;
}

/** `mcp.client.sampling.*`. */
export class McpSamplingProperties {
  @PropertyDescription('How often a server may ask a model or the user during one call.')
  @IsInt()
  @Min(0)
  maxPerCall: number = 10;
}

/** Settings of MCP clients, `mcp.client.*`. */
@ConfigurationProperties('mcp.client')
export class McpClientProperties {
  @PropertyDescription('Whether MCP clients are supplied.')
  @IsBoolean()
  enabled: boolean = true;

  @PropertyDescription('How the application introduces itself to servers, followed by the name of the connection.')
  @MinLength(1)
  name: string = 'toolwright-mcp-client';

  @PropertyDescription('The version that it introduces itself with.')
  @MinLength(1)
  version: string = '1.0.0';

  @PropertyDescription('Whether connections are opened at start instead of at their first use.')
  @IsBoolean()
  initialized: boolean = true;

  @PropertyDescription('Whether a server that cannot be reached at start stops the start.')
  @IsBoolean()
  failFast: boolean = true;

  @PropertyDescription('How long a request may take.')
  @IsDuration()
  @Min(1)
  requestTimeout: number = 20_000;

  @PropertyDescription('SYNC or ASYNC; both give the same client.')
  @IsEnum(McpClientType)
  type: McpClientType = McpClientType.SYNC;

  @PropertyDescription('Whether servers are told when the roots change.')
  @IsBoolean()
  rootChangeNotification: boolean = true;

  @PropertyDescription('Characters that the result of a tool may have.')
  @IsInt()
  @Min(1)
  maxResultSize: number = 2 ** 20;

  @PropertyDescription('Characters that the description of a tool may have.')
  @IsInt()
  @Min(1)
  maxDescriptionLength: number = 4096;

  @PropertyDescription('Which values of the tool context servers get: all, none or a list of keys; unset: by machine.')
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  toolContextMeta?: string[];

  @PropertyDescription('Whether a tool that changed after its first use is used with a warning or withheld.')
  @IsEnum(OnMcpDefinitionChange)
  onDefinitionChange: OnMcpDefinitionChange = OnMcpDefinitionChange.WARN;

  @ValidateNested()
  @Type(() => McpToolCallbackProperties)
  toolcallback: McpToolCallbackProperties = new McpToolCallbackProperties();

  @ValidateNested()
  @Type(() => McpClientAnnotationScannerProperties)
  annotationScanner: McpClientAnnotationScannerProperties = new McpClientAnnotationScannerProperties();

  @ValidateNested()
  @Type(() => McpSamplingProperties)
  sampling: McpSamplingProperties = new McpSamplingProperties();

  @ValidateNested()
  @Type(() => McpStdioProperties)
  stdio: McpStdioProperties = new McpStdioProperties();

  @ValidateNested()
  @Type(() => McpStreamableHttpProperties)
  streamableHttp: McpStreamableHttpProperties = new McpStreamableHttpProperties();

  @ValidateNested()
  @Type(() => McpSseProperties)
  sse: McpSseProperties = new McpSseProperties();
}
