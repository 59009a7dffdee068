import { ConfigurationProperties } from '../properties/ConfigurationProperties.js';
import { IsMapOf, PropertyDescription } from '../properties/fieldDecorators.js';
import { IsArray, IsBoolean, IsEnum, IsString, Type } from '../validation/index.js';

/*
 * The keys that are read before any properties class can be bound. These classes only describe them, for reports, the
 * schema of editors and the check of unknown keys; their fields are never set.
 */

enum OnNotFound {
  FAIL = 'FAIL',
  IGNORE = 'IGNORE',
}

enum UnknownKeys {
  WARN = 'WARN',
  ERROR = 'ERROR',
  IGNORE = 'IGNORE',
}

class ConfigActivateProperties {
  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Profile expressions, one of which must hold for the document that this stands in.')
  onProfile: string[] = [];
}

/** Where the configuration is read from. @internal */
@ConfigurationProperties('config')
export class ConfigDataProperties {
  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Names of the files, without extension.')
  name: string[] = ['application'];

  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Folders and files that replace the default locations.')
  location: string[] = [];

  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Folders and files that are read after the other locations.')
  additionalLocation: string[] = [];

  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Files, and configtree: folders of secrets, that are read in addition.')
  import: string[] = [];

  @IsEnum(OnNotFound)
  @PropertyDescription('What happens if a named location does not exist.')
  onNotFound: OnNotFound = OnNotFound.FAIL;

  @IsEnum(UnknownKeys)
  @PropertyDescription('What happens if a key below a known prefix belongs to nothing.')
  unknownKeys: UnknownKeys = UnknownKeys.WARN;

  @IsString()
  @PropertyDescription('The file that sets variables which the environment does not have; empty for none.')
  envFile: string = '.env';

  @Type(() => ConfigActivateProperties)
  activate: ConfigActivateProperties = new ConfigActivateProperties();
}

/** Which profiles are active. @internal */
@ConfigurationProperties('profiles')
export class ProfilesProperties {
  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('The active profiles; a later one overrides an earlier one.')
  active: string[] = [];

  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Profiles that are active before the active ones.')
  include: string[] = [];

  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('The profiles in effect if none is active.')
  default: string[] = ['default'];

  @IsMapOf('string')
  @PropertyDescription('Profiles that a profile stands for, by its name.')
  group: Map<string, string> = new Map<string, string>();

  @IsBoolean()
  @PropertyDescription('Whether names of profiles are checked.')
  validate: boolean = true;
}

/** Which auto-configurations are used. @internal */
@ConfigurationProperties('autoconfigure')
export class AutoConfigurationProperties {
  @IsArray()
  @IsString({ each: true })
  @PropertyDescription('Names of auto-configurations that are not used.')
  exclude: string[] = [];
}
