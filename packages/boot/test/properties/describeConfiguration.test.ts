import {
  type ConfiguredProperty,
  ConfigurationProperties,
  configurationReport,
  describeConfiguration,
  describeDefault,
  describeProperties,
  type EnvironmentOptions,
  IsDataSize,
  IsDuration,
  IsMapOf,
  PropertyDescription,
  Secret,
} from '@toolwright/boot';
import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString } from 'class-validator';
import { environmentOf } from '../env/configFolder.js';

class Server {
  @IsString()
  name: string = '';
}

@ConfigurationProperties('shop')
class ShopProperties {
  @IsInt()
  @PropertyDescription('How many orders are packed at a time.')
  packers: number = 2;

  @IsDuration()
  pause: number = 1000;

  @IsArray()
  @IsString({ each: true })
  colours: string[] = ['red'];

  @IsMapOf('int')
  limits: Map<string, number> = new Map([['nut', 3]]);

  @IsMapOf(() => Server)
  mirrors: Map<string, Server> = new Map<string, Server>();

  @IsArray()
  @Type(() => Server)
  servers: Server[] = [];

  @IsString()
  @Secret()
  pin: string = '';
}

async function described(
  files: Readonly<Record<string, string>>,
  options: EnvironmentOptions = {},
): Promise<ReadonlyMap<string, ConfiguredProperty>> {
  const environment = await environmentOf(files, options);
  const all = describeConfiguration(environment, [ShopProperties], ['debug', 'shop.packers', 'shop.limits.nut']);
  return new Map(all.map((each) => [each.key, each]));
}

const settings = (property: ConfiguredProperty | undefined) =>
  property?.settings.map(({ key, value, origin }) => [key, value, origin?.source.replace(/^.*\//, '')]);

describe('the description of a configuration', () => {
  it('[BH-06] has every key once, sorted, with what it takes and what sets it', async () => {
    const all = await described({ 'application.properties': 'shop.packers=4\n' }, { args: ['--shop.packers=5'] });
    expect([...all.keys()]).toEqual([
      'debug',
      'shop.colours',
      'shop.limits',
      'shop.mirrors.*.name',
      'shop.packers',
      'shop.pause',
      'shop.pin',
      'shop.servers[*].name',
    ]);
    const packers = all.get('shop.packers');
    expect(packers).toMatchObject({
      type: 'int',
      defaultValue: 2,
      description: 'How many orders are packed at a time.',
    });
    expect(settings(packers)).toEqual([['shop.packers', '5', 'command line']]);
    expect(packers?.settings[0]?.shadowed).toMatchObject([{ value: '4', origin: { line: 1, column: 14 } }]);
    expect(all.get('shop.pause')?.settings).toEqual([]);
    expect(all.get('debug')).toMatchObject({ type: 'text', defaultValue: undefined, settings: [] });
  });

  it('has the elements of lists of one source, and the entries of maps of all', async () => {
    const file = 'shop.colours[0]=a\nshop.colours[1]=b\nshop.limits.getWeather=1\nshop.limits.other=2\n';
    const all = await described({ 'application.properties': file }, { env: { SHOP_LIMITS_GETWEATHER: '7' } });
    expect(settings(all.get('shop.colours'))).toEqual([
      ['shop.colours[0]', 'a', 'application.properties'],
      ['shop.colours[1]', 'b', 'application.properties'],
    ]);
    expect(settings(all.get('shop.limits'))).toEqual([
      ['shop.limits.getWeather', '7', 'environment variable SHOP_LIMITS_GETWEATHER'],
      ['shop.limits.other', '2', 'application.properties'],
    ]);
    const whole = await described({ 'application.properties': file }, { args: ['--shop.colours=c,d'] });
    expect(settings(whole.get('shop.colours'))).toEqual([['shop.colours', 'c,d', 'command line']]);
  });

  it('finds the fields of objects in lists and maps', async () => {
    const all = await described({
      'application.yaml': 'shop:\n  servers:\n    - name: a\n    - name: b\n  mirrors:\n    eu: { name: c }\n',
    });
    expect(settings(all.get('shop.servers[*].name'))).toEqual([
      ['shop.servers[0].name', 'a', 'application.yaml'],
      ['shop.servers[1].name', 'b', 'application.yaml'],
    ]);
    expect(settings(all.get('shop.mirrors.*.name'))).toEqual([['shop.mirrors.eu.name', 'c', 'application.yaml']]);
  });

  it('[BH-07] masks secrets and shows what cannot be resolved as written', async () => {
    const all = await described(
      { 'application.properties': 'shop.pin=1\nshop.pause=${gone}\nshop.limits.token=4\n' },
      { args: ['--shop.pin=2'] },
    );
    expect(all.get('shop.pin')?.settings).toMatchObject([{ value: '******', shadowed: [{ value: '******' }] }]);
    expect(settings(all.get('shop.pause'))).toEqual([['shop.pause', '${gone}', 'application.properties']]);
    expect(settings(all.get('shop.limits'))).toEqual([['shop.limits.token', '******', 'application.properties']]);
  });

  it('writes defaults as a file would', async () => {
    @ConfigurationProperties('sizes')
    class SizesProperties {
      @IsDuration()
      week: number = 604_800_000;

      @IsDuration()
      minuteAndAHalf: number = 90_000;

      @IsDuration()
      none: number = 0;

      @IsDuration()
      unset?: number;

      @IsDataSize()
      request: number = 4 * 1024 * 1024;

      @IsDataSize()
      odd: number = 1025;

      @IsString()
      empty: string = '';
    }
    const properties = await described({});
    const shown = [...properties.values(), ...describeProperties(SizesProperties)];
    expect(shown.map((property) => [property.key, describeDefault(property)])).toEqual([
      ['debug', ''],
      ['shop.colours', 'red'],
      ['shop.limits', '{"nut":3}'],
      ['shop.mirrors.*.name', ''],
      ['shop.packers', '2'],
      ['shop.pause', '1s'],
      ['shop.pin', ''],
      ['shop.servers[*].name', ''],
      ['sizes.week', '7d'],
      ['sizes.minute-and-a-half', '90s'],
      ['sizes.none', '0ms'],
      ['sizes.unset', ''],
      ['sizes.request', '4MB'],
      ['sizes.odd', '1025B'],
      ['sizes.empty', ''],
    ]);
  });

  it('is reported as plain JSON, with lines, defaults as values and as text, and nothing of secrets', async () => {
    const environment = await environmentOf(
      { 'application.properties': 'shop.pin=1\nshop.packers=4\n' },
      { args: ['--shop.packers=5'] },
    );
    const report = configurationReport({ environment, propertiesClasses: [ShopProperties], otherKeys: [] });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(report.profiles).toEqual(['default']);
    const byKey = new Map(report.properties.map((property) => [property.key, property]));
    expect(byKey.get('shop.packers')).toEqual({
      key: 'shop.packers',
      type: 'int',
      description: 'How many orders are packed at a time.',
      defaultValue: 2,
      defaultText: '2',
      allowed: 'an integer',
      validValues: [],
      secret: false,
      settings: [
        {
          key: 'shop.packers',
          value: '5',
          origin: { source: 'command line', line: null },
          shadowed: [{ value: '4', origin: { source: expect.stringMatching(/application\.properties$/), line: 2 } }],
        },
      ],
    });
    expect(byKey.get('shop.pin')).toMatchObject({
      defaultValue: null,
      defaultText: '',
      settings: [{ value: '******' }],
    });
    expect(byKey.get('shop.limits')).toMatchObject({ defaultValue: { nut: 3 }, defaultText: '{"nut":3}' });
    expect(byKey.get('shop.pause')).toMatchObject({ defaultValue: 1000, defaultText: '1s', settings: [] });
  });
});
