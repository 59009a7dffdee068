import { IsDuration, PropertyDescription } from '@toolwright/boot';
import { IsEnum, IsInt, IsOptional, IsString, Min, MinLength } from '@toolwright/boot/validation';
import { DEFAULT_TOOL_RESULT_TTL } from '@toolwright/tools';

/** Where results are kept that are too long for the model. */
export enum ToolResultStore {
  /** In this process. */
  MEMORY = 'MEMORY',
  /** In files of a folder. */
  FOLDER = 'FOLDER',
  /** In Redis, with `@toolwright/memory-redis`. */
  REDIS = 'REDIS',
  /** In PostgreSQL, with `@toolwright/memory-postgres`. */
  POSTGRES = 'POSTGRES',
}

/** What the model is given of results, `tools.results.*`. */
export class ToolResultsProperties {
  @PropertyDescription('Characters of a result that the model is given; unset for all.')
  @IsOptional()
  @IsInt()
  @Min(1)
  maxChars?: number;

  @PropertyDescription(
    'Characters above which a result is stored and the model is given both ends and a handle to read it; unset for never.',
  )
  @IsOptional()
  @IsInt()
  @Min(1)
  offloadOver?: number;

  @PropertyDescription('Where results are stored that are longer than tools.results.offload-over.')
  @IsEnum(ToolResultStore)
  type: ToolResultStore = ToolResultStore.MEMORY;

  @PropertyDescription('Time for which a stored result can be read.')
  @IsDuration()
  @Min(1)
  ttl: number = DEFAULT_TOOL_RESULT_TTL;

  @PropertyDescription('The folder of stored results, with tools.results.type=folder.')
  @IsString()
  @MinLength(1)
  folder: string = 'data/tool-results';
}
