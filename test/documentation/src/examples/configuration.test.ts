import { describe, expect, it } from '@jest/globals';
import { Configuration, EnableConfigurationProperties } from '@toolwright/boot';
import { ApplicationContextRunner } from '@toolwright/testing';
import { ShopProperties } from './configuration.js';

@Configuration()
@EnableConfigurationProperties(ShopProperties)
class Shop {}

describe('the snippets about configuration', () => {
  const runner = new ApplicationContextRunner().withUserConfiguration(Shop);

  it('bind a key', async () => {
    await runner.run((context) => expect(context.get(ShopProperties).packers).toBe(2));
    await runner.withPropertyValues('shop.packers=5').run((context) => {
      expect(context.get(ShopProperties).packers).toBe(5);
    });
  });

  it('refuse a wrong value', async () => {
    await runner.withPropertyValues('shop.packers=0').run(({ startupFailure }) => {
      expect(startupFailure?.message).toContain('shop.packers');
    });
  });
});
