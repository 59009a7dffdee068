import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsBoolean, IsString } from '@toolwright/boot/validation';

/** Who stands at the desk, `desk.*`; a real one takes this from its session. */
@ConfigurationProperties('desk')
export class DeskProperties {
  @PropertyDescription('Number of the customer who is asking.')
  @IsString()
  customer: string = '42';

  @PropertyDescription('Whether the customer confirms what the desk asks back.')
  @IsBoolean()
  confirm: boolean = false;
}
