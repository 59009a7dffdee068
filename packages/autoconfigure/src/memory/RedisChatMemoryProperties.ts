import { ConfigurationProperties, IsDuration, PropertyDescription, Secret } from '@toolwright/boot';
import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from '@toolwright/boot/validation';

/** Where Redis is and how conversations are kept in it. */
export abstract class RedisChatMemorySettings {
  @PropertyDescription('Address, redis[s]://[[username][:password]@]host[:port][/database]; instead of host and port.')
  @Secret()
  @IsOptional()
  @IsString()
  url?: string;

  @PropertyDescription('Host of the Redis server.')
  @IsString()
  @IsNotEmpty()
  host: string = 'localhost';

  @PropertyDescription('Port of the Redis server.')
  @IsInt()
  @Min(1)
  @Max(65_535)
  port: number = 6379;

  @PropertyDescription('User of the Redis server; unset for the default user.')
  @IsOptional()
  @IsString()
  username?: string;

  @PropertyDescription('Password of the user; unset for none.')
  @Secret()
  @IsOptional()
  @IsString()
  password?: string;

  @PropertyDescription('Number of the database.')
  @IsInt()
  @Min(0)
  database: number = 0;

  @PropertyDescription('Time after which an operation fails that the server has not answered.')
  @IsDuration()
  @Min(1)
  timeout: number = 5000;

  @PropertyDescription('Key of the sorted set that lists the conversations.')
  @IsString()
  @IsNotEmpty()
  indexName: string = 'chat-memory-idx';

  @PropertyDescription('What the keys of conversations begin with.')
  @IsString()
  keyPrefix: string = 'chat-memory:';

  @PropertyDescription('Time after its last message at which a conversation is forgotten; unset for never.')
  @IsOptional()
  @IsDuration({ unit: 's' })
  @Min(1)
  timeToLive?: number;

  @PropertyDescription('Whether to connect at start and to check the layout of the keys.')
  @IsBoolean()
  initializeSchema: boolean = true;

  @PropertyDescription('Ids of conversations that are listed at most, the latest first.')
  @IsInt()
  @Min(1)
  maxConversationIds: number = 1000;

  @PropertyDescription('Messages of a conversation that are read at most, whole turns only.')
  @IsInt()
  @Min(1)
  maxMessagesPerConversation: number = 1000;
}

/** Where Redis is and how conversations are kept in it, `chat.memory.repository.redis.*`. */
@ConfigurationProperties('chat.memory.repository.redis')
export class RedisChatMemoryProperties extends RedisChatMemorySettings {}

/** The same under the older prefix, used where nothing is set under the new one (BX-24). */
@ConfigurationProperties('chat.memory.redis')
export class LegacyRedisChatMemoryProperties extends RedisChatMemorySettings {}
