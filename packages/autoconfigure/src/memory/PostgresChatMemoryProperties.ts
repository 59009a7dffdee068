import { ConfigurationProperties, IsDuration, PropertyDescription, Secret } from '@toolwright/boot';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Min } from '@toolwright/boot/validation';

/** Where PostgreSQL is and how conversations are kept in it. */
export abstract class PostgresChatMemorySettings {
  @PropertyDescription(
    'Address, postgres://[user[:password]@]host[:port]/database, or pglite:folder for one in this process; unset for PGHOST and so on.',
  )
  @Secret()
  @IsOptional()
  @IsString()
  url?: string;

  @PropertyDescription('User of the database; unset for that of the address.')
  @IsOptional()
  @IsString()
  username?: string;

  @PropertyDescription('Password of the user; unset for that of the address.')
  @Secret()
  @IsOptional()
  @IsString()
  password?: string;

  @PropertyDescription('Connections that are open at the same time at most.')
  @IsInt()
  @Min(1)
  maxConnections: number = 10;

  @PropertyDescription('Time after which a statement fails.')
  @IsDuration()
  @Min(1)
  timeout: number = 5000;

  @PropertyDescription('Schema of the tables.')
  @IsString()
  @IsNotEmpty()
  schema: string = 'toolwright';

  @PropertyDescription('What the names of tables begin with.')
  @IsString()
  tablePrefix: string = '';

  @PropertyDescription(
    'When the tables are made or brought up to date at start: for databases in this process, always, never.',
  )
  @IsIn(['embedded', 'always', 'never'])
  initializeSchema: string = 'embedded';

  @PropertyDescription('Time after its last message at which a conversation is forgotten; unset for never.')
  @IsOptional()
  @IsDuration({ unit: 's' })
  @Min(1)
  timeToLive?: number;
}

/** Where PostgreSQL is and how conversations are kept in it, `chat.memory.repository.postgres.*`. */
@ConfigurationProperties('chat.memory.repository.postgres')
export class PostgresChatMemoryProperties extends PostgresChatMemorySettings {}

/** The same under the name that Spring AI has for it, used where nothing is set under ours. */
@ConfigurationProperties('chat.memory.repository.jdbc')
export class JdbcChatMemoryProperties extends PostgresChatMemorySettings {}
