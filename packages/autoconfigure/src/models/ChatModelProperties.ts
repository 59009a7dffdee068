import { ConfigurationProperties, IsDuration, PropertyDescription } from '@toolwright/boot';
import { IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString, Min } from '@toolwright/boot/validation';
import { MODEL_PROVIDERS } from '@toolwright/models';
import { ModelConnectionProperties } from './ModelConnectionProperties.js';

/** Which model answers, and how it is asked, `chat.model.*`. */
@ConfigurationProperties('chat.model')
export class ChatModelProperties extends ModelConnectionProperties {
  @PropertyDescription('Provider of the chat model; `offline` needs no network and no key.')
  @IsIn(['offline', ...MODEL_PROVIDERS.map(({ name }) => name)])
  provider: string = 'offline';

  @PropertyDescription("Which of OpenAI's interfaces is used: `responses` or `chat`.")
  @IsIn(['responses', 'chat'])
  api: 'responses' | 'chat' = 'responses';

  @PropertyDescription('Randomness of answers, 0 is the least.')
  @IsOptional()
  @IsNumber()
  @Min(0)
  temperature?: number;

  @PropertyDescription('Tokens that an answer may have.')
  @IsOptional()
  @IsInt()
  @Min(1)
  maxTokens?: number;

  @PropertyDescription('Probability mass of the tokens that are considered, 0 to 1.')
  @IsOptional()
  @IsNumber()
  topP?: number;

  @PropertyDescription('Number of tokens that are considered.')
  @IsOptional()
  @IsInt()
  topK?: number;

  @PropertyDescription('Penalty on words that occurred often.')
  @IsOptional()
  @IsNumber()
  frequencyPenalty?: number;

  @PropertyDescription('Penalty on words that occurred at all.')
  @IsOptional()
  @IsNumber()
  presencePenalty?: number;

  @PropertyDescription('Texts at which the model stops.')
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  stopSequences?: string[];

  @PropertyDescription('Seed for answers that can be repeated, where the provider takes one.')
  @IsOptional()
  @IsInt()
  seed?: number;

  @PropertyDescription('Time between two parts of a streamed answer; 0 for no limit.')
  @IsDuration()
  @Min(0)
  streamIdleTimeout: number = 120_000;
}
