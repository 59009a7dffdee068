import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsIn, IsInt, IsOptional, Min, Type, ValidateNested } from '@toolwright/boot/validation';
import { MessageWindowChatMemory } from '@toolwright/chat';

/** Where conversations are kept, `chat.memory.repository.*`. */
export class ChatMemoryRepositoryProperties {
  @PropertyDescription(
    'Where conversations are kept; unset for the repository that is installed, in this process if none is.',
  )
  @IsOptional()
  @IsIn(['in-memory', 'redis', 'postgres'])
  type?: string;
}

/** Settings of the chat memory, `chat.memory.*`. */
@ConfigurationProperties('chat.memory')
export class ChatMemoryProperties {
  @PropertyDescription(
    'Messages of a conversation that are sent with the next request; whole turns are dropped, oldest first.',
  )
  @IsInt()
  @Min(1)
  maxMessages: number = MessageWindowChatMemory.DEFAULT_MAX_MESSAGES;

  @ValidateNested()
  @Type(() => ChatMemoryRepositoryProperties)
  repository: ChatMemoryRepositoryProperties = new ChatMemoryRepositoryProperties();
}
