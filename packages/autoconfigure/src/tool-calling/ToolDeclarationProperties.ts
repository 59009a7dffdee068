import { PropertyDescription } from '@toolwright/boot';
import { IsArray, IsBoolean, IsEnum, IsString } from '@toolwright/boot/validation';

/** What is done with names of tools that not every provider accepts. */
export enum ToolNames {
  /** Names of methods are warned about. */
  WARN = 'WARN',
  /** Such a tool cannot be attached. */
  REJECT = 'REJECT',
  /** The model is told a name that fits. */
  SANITIZE = 'SANITIZE',
}

/** What tools may be called, `tools.names.*`. */
export class ToolNamesProperties {
  @PropertyDescription('What is done with names of tools that not every provider accepts.')
  @IsEnum(ToolNames)
  policy: ToolNames = ToolNames.WARN;
}

/** Where the schemas of tools come from, `tools.schema.*`. */
export class ToolSchemaProperties {
  @PropertyDescription(
    'Paths of tool schema manifests, which toolwright-schema writes; the later ones are asked first.',
  )
  @IsArray()
  @IsString({ each: true })
  manifest: string[] = [];

  @PropertyDescription(
    'Whether a manifest that is older than its sources stops the start instead of being warned about.',
  )
  @IsBoolean()
  strict: boolean = false;
}
