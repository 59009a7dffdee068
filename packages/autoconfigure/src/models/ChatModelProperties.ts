import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsString } from 'class-validator';

/** Which model answers, `chat.model.*`. */
@ConfigurationProperties('chat.model')
export class ChatModelProperties {
  @PropertyDescription('Provider of the chat model; `offline` needs no network and no key.')
  @IsString()
  provider: string = 'offline';
}
