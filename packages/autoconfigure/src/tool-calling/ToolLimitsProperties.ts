import { IsDuration, IsMapOf, PropertyDescription } from '@toolwright/boot';
import { IsArray, IsEnum, IsInt, IsNumber, IsOptional, IsPositive, IsString, Min } from '@toolwright/boot/validation';
import { IsCallLimit } from './IsCallLimit.js';

/** What happens when a turn asks for more than its limits allow. */
export enum OnLimitExceeded {
  /** The turn ends with a typed finish reason; completed results stay reachable. */
  THROW = 'THROW',
  /** The model is told that it may make no such call and goes on; limits of the whole turn end it. */
  RETURN_ERROR_RESPONSE = 'RETURN_ERROR_RESPONSE',
  /** The model is asked once more, without tools, and its answer is that of the turn. */
  FINAL_ANSWER = 'FINAL_ANSWER',
}

/** What one model costs, `tools.prices.<model>.*`. */
export class ModelPriceProperties {
  @PropertyDescription('Price of a million tokens of requests.')
  @IsNumber()
  @Min(0)
  input!: number;

  @PropertyDescription('Price of a million tokens of answers.')
  @IsNumber()
  @Min(0)
  output!: number;
}

/** Limits of one turn, `tools.limits.*`; -1 switches a limit off. */
export class ToolLimitsProperties {
  @PropertyDescription('Calls of one tool that a turn may make; -1 for no limit.')
  @IsInt()
  @IsCallLimit('maxCallsPerTool')
  maxCallsPerToolDefault: number = 40;

  @PropertyDescription('Calls of all tools together that a turn may make; -1 for no limit.')
  @IsInt()
  @IsCallLimit('maxTotalToolCalls')
  maxTotalToolCalls: number = 150;

  @PropertyDescription('Limit of single tools by name; -1 exempts that tool.')
  @IsMapOf('int')
  @IsCallLimit('maxCallsPerTool', { each: true })
  maxCallsPerTool: Map<string, number> = new Map();

  @PropertyDescription('Names of tools without a limit of their own; they still count for the total.')
  @IsArray()
  @IsString({ each: true })
  excludedTools: string[] = [];

  @PropertyDescription('Calls with the same name and equal arguments that a turn may make; -1 for no limit.')
  @IsInt()
  @IsCallLimit('maxIdenticalCalls')
  maxIdenticalCalls: number = -1;

  @PropertyDescription('Rounds of tools that a turn may take; -1 for no limit.')
  @IsInt()
  @IsCallLimit('maxRounds')
  maxRounds: number = -1;

  @PropertyDescription('Wall time that a turn may take; unset for no limit.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  maxDuration?: number;

  @PropertyDescription('Tokens that all model requests of a turn may use together; -1 for no limit.')
  @IsInt()
  @IsCallLimit('maxTokens')
  maxTokens: number = -1;

  @PropertyDescription(
    'Cost of all model requests of a turn together, in the currency of tools.prices; unset for no limit.',
  )
  @IsOptional()
  @IsNumber()
  @IsPositive()
  maxCost?: number;

  @PropertyDescription('What a breach does: end the turn, answer the model, or ask it once more without tools.')
  @IsEnum(OnLimitExceeded)
  onLimitExceeded: OnLimitExceeded = OnLimitExceeded.THROW;
}
