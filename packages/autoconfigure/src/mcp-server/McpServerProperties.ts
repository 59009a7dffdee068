import { ConfigurationProperties, IsDataSize, IsDuration, IsMapOf, PropertyDescription } from '@toolwright/boot';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  Type,
  ValidateNested,
} from '@toolwright/boot/validation';

/** How clients reach a server. */
export enum McpServerProtocol {
  STREAMABLE = 'STREAMABLE',
  STATELESS = 'STATELESS',
}

/** What clients are offered, `mcp.server.capabilities.*`. */
export class McpServerCapabilitiesProperties {
  @PropertyDescription('Whether tools are offered.')
  @IsBoolean()
  tool: boolean = true;

  @PropertyDescription('Whether resources are offered.')
  @IsBoolean()
  resource: boolean = true;

  @PropertyDescription('Whether prompts are offered.')
  @IsBoolean()
  prompt: boolean = true;

  @PropertyDescription('Whether completions are offered.')
  @IsBoolean()
  completion: boolean = true;
}

/** `mcp.server.streamable-http.*`. */
export class McpServerStreamableHttpProperties {
  @PropertyDescription('The path of the server.')
  @IsString()
  mcpEndpoint: string = '/mcp';

  @PropertyDescription('How often clients are pinged; unset for never.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  keepAliveInterval?: number;

  @PropertyDescription('Whether clients may not end their sessions.')
  @IsBoolean()
  disallowDelete: boolean = false;

  @PropertyDescription('How many sessions may be open.')
  @IsInt()
  @Min(1)
  maxSessions: number = 100_000;

  @PropertyDescription('After how long an unused session is forgotten; unset for never.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  sessionIdleTimeout?: number;
}

/** `mcp.server.http.rate-limit.*`: how much one client may send. */
export class McpServerRateLimitProperties {
  @PropertyDescription('How many messages a client may send per period; unset for any number.')
  @IsOptional()
  @IsInt()
  @Min(1)
  requests?: number;

  @PropertyDescription('The period of the limit.')
  @IsDuration()
  @Min(1)
  period: number = 1000;

  @PropertyDescription('How many may come at once after a pause; unset for as many as per period.')
  @IsOptional()
  @IsInt()
  @Min(1)
  burst?: number;

  @PropertyDescription('How many clients are remembered; the one that was quiet for longest is forgotten.')
  @IsInt()
  @Min(1)
  maxClients: number = 10_000;
}

/** `mcp.server.http.*`. */
export class McpServerHttpProperties {
  @PropertyDescription(
    'The proxies in front of the server, whose X-Forwarded-For says whose address a client has: how many there are, or their ' +
      'addresses and networks (`10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`).',
  )
  @IsArray()
  @IsString({ each: true })
  trustedProxies: string[] = [];

  @ValidateNested()
  @Type(() => McpServerRateLimitProperties)
  rateLimit: McpServerRateLimitProperties = new McpServerRateLimitProperties();
}

/** Settings of the MCP server, `mcp.server.*`. */
@ConfigurationProperties('mcp.server')
export class McpServerProperties {
  @PropertyDescription('Whether the application is an MCP server.')
  @IsBoolean()
  enabled: boolean = false;

  @PropertyDescription('Whether it talks over its standard streams instead of HTTP.')
  @IsBoolean()
  stdio: boolean = false;

  @PropertyDescription('STREAMABLE, or STATELESS for requests that stand for themselves.')
  @IsEnum(McpServerProtocol)
  protocol: McpServerProtocol = McpServerProtocol.STREAMABLE;

  @PropertyDescription('How the server introduces itself.')
  @IsString()
  name: string = 'mcp-server';

  @PropertyDescription('The version that it introduces itself with.')
  @IsString()
  version: string = '1.0.0';

  @PropertyDescription('How clients should use it.')
  @IsOptional()
  @IsString()
  instructions?: string;

  @PropertyDescription('The address that it listens on.')
  @IsString()
  host: string = '127.0.0.1';

  @PropertyDescription('The port that it listens on; 0 for any free one.')
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 0;

  @PropertyDescription('Names that the Host header may have; unset for those of this machine.')
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  allowedHosts?: string[];

  @PropertyDescription('Names that the Origin header may have; unset for those of this machine.')
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  allowedOrigins?: string[];

  @PropertyDescription('Whether other machines are served without authentication.')
  @IsBoolean()
  allowUnauthenticated: boolean = false;

  @PropertyDescription('How large a request may be.')
  @IsDataSize()
  @Min(1)
  maxRequestSize: number = 4 * 2 ** 20;

  @PropertyDescription('How many members all lists and objects of a request may have together.')
  @IsInt()
  @Min(1)
  maxRequestElements: number = 100_000;

  @PropertyDescription('How many lists and objects of a request may be within each other.')
  @IsInt()
  @Min(1)
  maxRequestDepth: number = 200;

  @PropertyDescription('How long a request to a client may take.')
  @IsDuration()
  @Min(1)
  requestTimeout: number = 20_000;

  @PropertyDescription('Whether clients are told what went wrong in a tool, or a reference to the log.')
  @IsBoolean()
  exposeErrorDetails: boolean = true;

  @PropertyDescription('Whether clients are told that the tools changed.')
  @IsBoolean()
  toolChangeNotification: boolean = true;

  @PropertyDescription('Whether clients are told that the resources changed.')
  @IsBoolean()
  resourceChangeNotification: boolean = true;

  @PropertyDescription('Whether clients are told that the prompts changed.')
  @IsBoolean()
  promptChangeNotification: boolean = true;

  @PropertyDescription('Whether the tools of the application are offered beside the methods with @McpTool.')
  @IsBoolean()
  toolCallbackConverter: boolean = true;

  @PropertyDescription('Whether the tools of MCP clients of the application are offered too.')
  @IsBoolean()
  exposeMcpClientTools: boolean = false;

  @PropertyDescription('The MIME type of the results of tools, by tool.')
  @IsMapOf('string')
  toolResponseMimeType: Map<string, string> = new Map();

  @ValidateNested()
  @Type(() => McpServerCapabilitiesProperties)
  capabilities: McpServerCapabilitiesProperties = new McpServerCapabilitiesProperties();

  @ValidateNested()
  @Type(() => McpServerStreamableHttpProperties)
  streamableHttp: McpServerStreamableHttpProperties = new McpServerStreamableHttpProperties();

  @ValidateNested()
  @Type(() => McpServerHttpProperties)
  http: McpServerHttpProperties = new McpServerHttpProperties();
}
