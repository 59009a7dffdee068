import { ConfigurationProperties, IsDataSize, PropertyDescription, Secret } from '@toolwright/boot';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min, MinLength } from '@toolwright/boot/validation';

/** The studio, a local page that shows the turns of the application, `studio.*`. */
@ConfigurationProperties('studio')
export class StudioProperties {
  @PropertyDescription('Whether the application has a studio; it needs @toolwright/studio.')
  @IsBoolean()
  enabled: boolean = false;

  @PropertyDescription('Where the studio listens: an address that other machines cannot reach.')
  @IsString()
  host: string = '127.0.0.1';

  @PropertyDescription('The port of the studio; 0 for any free one.')
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 0;

  @PropertyDescription('What the page must know, at least 16 characters; unset for a random one at each start.')
  @IsOptional()
  @Secret()
  @IsString()
  @MinLength(16)
  token?: string;

  @PropertyDescription('Whether texts, arguments and results are shown from the start.')
  @IsBoolean()
  includeContent: boolean = false;

  @PropertyDescription(
    'Whether the page may switch content on and off; if not and it is off, content is not even kept.',
  )
  @IsBoolean()
  contentSwitch: boolean = true;

  @PropertyDescription(
    'Whether calls that need an approval wait for the page, where the application has neither a ToolApprovalHandler nor a PendingTurnRepository.',
  )
  @IsBoolean()
  approvals: boolean = false;

  @PropertyDescription('How many turns are kept; older ones are forgotten.')
  @IsInt()
  @Min(1)
  maxTurns: number = 1000;

  @PropertyDescription('About how much memory the texts of all turns may take; one text may take an eighth of it.')
  @IsDataSize()
  @Min(1024)
  maxSize: number = 128 * 2 ** 20;
}
