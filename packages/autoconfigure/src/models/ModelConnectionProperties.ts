import { IsDuration, IsMapOf, PropertyDescription, Secret } from '@toolwright/boot';
import { IsInt, IsNumber, IsOptional, IsString, Min, Type, ValidateNested } from '@toolwright/boot/validation';

/** When a request that failed is sent again, `….retry.*`. */
export class ModelRetryProperties {
  @PropertyDescription('How often a request is sent at most; 1 for no retries.')
  @IsInt()
  @Min(1)
  maxAttempts: number = 3;

  @PropertyDescription('Time before the second attempt, unless the provider says how long to wait.')
  @IsDuration()
  @Min(0)
  initialInterval: number = 1_000;

  @PropertyDescription('By what the time grows with every attempt.')
  @IsNumber()
  @Min(1)
  multiplier: number = 2;

  @PropertyDescription('Longest time between two attempts; a provider that asks for a longer one is not asked again.')
  @IsDuration()
  @Min(0)
  maxInterval: number = 60_000;
}

/** How the provider of a model is reached. */
export abstract class ModelConnectionProperties {
  @PropertyDescription('Name of the model, as its provider spells it.')
  @IsOptional()
  @IsString()
  name?: string;

  @PropertyDescription("Address of the provider's API; unset for its own.")
  @IsOptional()
  @IsString()
  baseUrl?: string;

  @PropertyDescription("Key of the provider's API; unset for the one in the provider's variable of the environment.")
  @IsOptional()
  @Secret()
  @IsString()
  apiKey?: string;

  @PropertyDescription('HTTP headers of every request by name.')
  @Secret()
  @IsMapOf('string')
  headers: Map<string, string> = new Map();

  @PropertyDescription("The provider's own options by the name that its package has for them; JSON, or text.")
  @IsMapOf('string')
  providerOptions: Map<string, string> = new Map();

  @PropertyDescription('Time that one attempt may take, in a stream until the answer begins; 0 for no limit.')
  @IsDuration()
  @Min(0)
  timeout: number = 600_000;

  @PropertyDescription('Requests that run at the same time, more of them wait; 0 for no limit.')
  @IsInt()
  @Min(0)
  concurrency: number = 0;

  @ValidateNested()
  @Type(() => ModelRetryProperties)
  retry: ModelRetryProperties = new ModelRetryProperties();
}
