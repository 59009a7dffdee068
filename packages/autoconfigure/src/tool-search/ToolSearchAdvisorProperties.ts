import { ConfigurationProperties, IsDuration, PropertyDescription } from '@toolwright/boot';
import { ToolCallingAdvisor } from '@toolwright/chat';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

/** When the index of a session is dropped, `chat.client.tool-search-advisor.eviction.*`. */
export class ToolSearchEvictionProperties {
  @PropertyDescription('Sessions that are kept; the least recently used goes first.')
  @IsInt()
  @Min(1, { message: 'maxSessions must be positive' })
  lruMaxSessions: number = 1000;

  @PropertyDescription('Idle time after which a session is dropped at the next access of any session; unset for none.')
  @IsOptional()
  @IsDuration()
  @Min(Number.MIN_VALUE, { message: 'ttl must be positive' })
  ttl?: number;
}

/** Settings of the index `lucene`, `chat.client.tool-search-advisor.lucene.*`. */
export class LuceneToolIndexProperties {
  @PropertyDescription('Score below which a hit is dropped.')
  @IsNumber()
  @Min(0)
  minScoreThreshold: number = 0.25;
}

/** Settings of progressive tool search, `chat.client.tool-search-advisor.*`. */
@ConfigurationProperties('chat.client.tool-search-advisor')
export class ToolSearchAdvisorProperties {
  @PropertyDescription('Whether the tool loop offers a search tool instead of all definitions.')
  @IsBoolean()
  enabled: boolean = false;

  @PropertyDescription('The index that searches: regex, lucene or keyword (recommended).')
  @IsString()
  @IsNotEmpty({ message: 'toolIndexType must not be empty' })
  toolIndexType: string = 'regex';

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
}
