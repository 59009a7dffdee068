import { ConfigurationProperties, IsDuration, PropertyDescription } from '@toolwright/boot';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  Type,
  ValidateNested,
} from '@toolwright/boot/validation';
import { ToolCallingAdvisor } from '@toolwright/chat';

/** When the index of a session is dropped, `chat.client.tool-search-advisor.eviction.*`. */
export class ToolSearchEvictionProperties {
  @PropertyDescription('Sessions that are kept; the least recently used goes first.')
  @IsInt()
  @Min(1, { message: 'maxSessions must be positive' })
  lruMaxSessions: number = 1000;

  @PropertyDescription('Idle time after which a session is dropped at the next access of any session; unset for none.')
  @IsOptional()
  @IsDuration()
  @Min(1, { message: 'ttl must be positive' })
  ttl?: number;
}

/** Settings of the index `lucene`, `chat.client.tool-search-advisor.lucene.*`. */
export class LuceneToolIndexProperties {
  @PropertyDescription('Score below which a hit is dropped.')
  @IsNumber()
  @Min(0)
  minScoreThreshold: number = 0.25;
}

/** Settings of the indexes `vector` and `hybrid`, `chat.client.tool-search-advisor.vector.*`. */
export class VectorToolIndexProperties {
  @PropertyDescription('Similarity, 0 to 1, below which a hit is dropped.')
  @IsNumber()
  @Min(0)
  @Max(1)
  similarityThreshold: number = 0.2;
}

/** Who searches. */
export enum SearchMode {
  LOCAL = 'local',
  NATIVE = 'native',
  AUTO = 'auto',
}

/** What happens when a model calls an attached tool that it was not shown. */
export enum UndiscoveredToolCallBehavior {
  ADVISE = 'advise',
  EXECUTE = 'execute',
}

/** What a search answers with. */
export enum SearchResultFormat {
  NAMES = 'names',
  SUMMARIES = 'summaries',
}

/** Settings of progressive tool search, `chat.client.tool-search-advisor.*`. */
@ConfigurationProperties('chat.client.tool-search-advisor')
export class ToolSearchAdvisorProperties {
  @PropertyDescription('Whether the tool loop offers a search tool instead of all definitions.')
  @IsBoolean()
  enabled: boolean = false;

  @PropertyDescription('The index that searches: regex, lucene, keyword (recommended), vector or hybrid.')
  @IsString()
  @IsNotEmpty({ message: 'toolIndexType must not be empty' })
  toolIndexType: string = 'regex';

  @PropertyDescription('Who searches: local, native (the provider of the model) or auto (the provider where it can).')
  @IsEnum(SearchMode)
  mode: SearchMode = SearchMode.LOCAL;

  @PropertyDescription('With fewer attached tools all of them are sent, without a search; 0 for never.')
  @IsInt()
  @Min(0)
  minTools: number = 0;

  @PropertyDescription('A call of an attached tool that was not found yet: advise (search first) or execute.')
  @IsEnum(UndiscoveredToolCallBehavior)
  undiscoveredToolCall: UndiscoveredToolCallBehavior = UndiscoveredToolCallBehavior.ADVISE;

  @PropertyDescription('What a search tells the model: names, or names with summaries.')
  @IsEnum(SearchResultFormat)
  resultFormat: SearchResultFormat = SearchResultFormat.NAMES;

  @PropertyDescription('Tools that a search returns when the model names no number.')
  @IsOptional()
  @IsInt()
  @Min(1)
  maxResults?: number;

  @PropertyDescription('Names of tools that are sent from the first round on, without a search.')
  @IsArray()
  @IsString({ each: true })
  alwaysDisclosed: string[] = [];

  @PropertyDescription('Text that is appended to the system message; unset for the built-in one.')
  @IsOptional()
  @IsString()
  systemMessageSuffix?: string;

  @PropertyDescription('Whether tools that were found earlier in the conversation stay available.')
  @IsBoolean()
  referenceToolNameAccumulation: boolean = true;

  @PropertyDescription('Key of the request context that holds the session id.')
  @IsString()
  @IsNotEmpty()
  sessionIdKeyName: string = 'chat_memory_conversation_id';

  @PropertyDescription('Position of the tool loop in the advisor chain; lower is further outside.')
  @IsInt()
  @Min(-2147483647)
  @Max(2147483646)
  advisorOrder: number = ToolCallingAdvisor.DEFAULT_ORDER;

  @ValidateNested()
  @Type(() => ToolSearchEvictionProperties)
  eviction: ToolSearchEvictionProperties = new ToolSearchEvictionProperties();

  @ValidateNested()
  @Type(() => LuceneToolIndexProperties)
  lucene: LuceneToolIndexProperties = new LuceneToolIndexProperties();

  @ValidateNested()
  @Type(() => VectorToolIndexProperties)
  vector: VectorToolIndexProperties = new VectorToolIndexProperties();
}
