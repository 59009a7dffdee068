import { IsDuration, PropertyDescription } from '@toolwright/boot';
import { IsArray, IsIn, IsOptional, IsString, Min, Type, ValidateNested } from '@toolwright/boot/validation';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** Where suspended turns are kept, `chat.client.approvals.repository.*`. */
export class PendingTurnRepositoryProperties {
  @PropertyDescription(
    'Where turns wait that need an approval which nobody gives at once; with none such calls are declined.',
  )
  @IsIn(['none', 'in-memory', 'redis', 'postgres'])
  type: string = 'none';
}

/** How turns of the configured client wait for approvals, `chat.client.approvals.*`. */
export class ApprovalProperties {
  @ValidateNested()
  @Type(() => PendingTurnRepositoryProperties)
  repository: PendingTurnRepositoryProperties = new PendingTurnRepositoryProperties();

  @PropertyDescription('Time for which a suspended turn can be resumed.')
  @IsDuration()
  @Min(1)
  timeToLive: number = 7 * DAY;

  @PropertyDescription('Time without a sign of life after which a turn that was being resumed may be taken over.')
  @IsDuration()
  @Min(1)
  lease: number = 30 * SECOND;

  @PropertyDescription('Time for which remembered decisions hold; unset for as long as their conversation is stored.')
  @IsOptional()
  @IsDuration()
  @Min(1)
  rememberFor?: number;

  @PropertyDescription('Entries of the tool context that are stored with suspended turns; none by default.')
  @IsArray()
  @IsString({ each: true })
  storedToolContext: string[] = [];
}
