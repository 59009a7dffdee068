import { bindProperties, ConfigurationProperties, PropertyBindingException } from '@toolwright/boot';
import * as light from '@toolwright/boot/validation';
import { describe, expect, it } from '@jest/globals';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { environmentOf } from '../env/configFolder.js';

class Branch {
  @light.IsString()
  @classValidator.IsNotEmpty()
  name: string = 'main';
}

/** Decorators of both imports, in one class. */
@ConfigurationProperties('shop')
class ShopProperties {
  @light.IsInt()
  @classValidator.Max(9)
  packers: number = 2;

  @classValidator.IsArray()
  @light.ValidateNested()
  @light.Type(() => Branch)
  branches: Branch[] = [];

  @light.IsString()
  @classTransformer.Transform(({ value }) => String(value).toUpperCase())
  code: string = 'a';
}

describe('the decorators of @toolwright/boot/validation', () => {
  it('are those of class-validator and class-transformer', () => {
    const { Type, ...decorators } = light;
    const own = classValidator as unknown as Readonly<Record<string, unknown>>;
    expect(Object.entries(decorators).filter(([name, decorator]) => own[name] !== decorator)).toEqual([]);
    expect(Object.keys(decorators).length).toBeGreaterThan(20);
    expect(Type).toBe(classTransformer.Type);
  });

  it('work beside decorators of those packages in one class', async () => {
    const environment = await environmentOf({
      'application.properties': 'shop.packers=3\nshop.branches[0].name=east\nshop.code=xy\n',
    });
    const shop = await bindProperties(environment, ShopProperties);
    expect(shop).toMatchObject({ packers: 3, code: 'XY' });
    expect(shop.branches).toEqual([Object.assign(new Branch(), { name: 'east' })]);
    expect(shop.branches[0]).toBeInstanceOf(Branch);
  });

  it('are checked together', async () => {
    const environment = await environmentOf({
      'application.properties': 'shop.packers=10\nshop.branches[0].name=\n',
    });
    const failure = await bindProperties(environment, ShopProperties).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PropertyBindingException);
    expect((failure as PropertyBindingException).violations.map(({ key, reason }) => [key, reason])).toEqual([
      ['shop.packers', 'packers must not be greater than 9'],
      ['shop.branches[0].name', 'name should not be empty'],
    ]);
  });
});
