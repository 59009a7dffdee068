// #region properties
import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsInt, Min } from '@toolwright/boot/validation';

@ConfigurationProperties('shop')
class ShopProperties {
  @IsInt()
  @Min(1)
  @PropertyDescription('How many orders are packed at a time.')
  packers: number = 2;
}
// #endregion

export { ShopProperties };
