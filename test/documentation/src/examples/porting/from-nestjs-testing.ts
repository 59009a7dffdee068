import { expect } from '@jest/globals';
import { ApplicationContextRunner } from '@toolwright/testing';
import { WarehouseAutoConfiguration, WarehouseClient } from './from-nestjs.js';

class FakeWarehouseClient extends WarehouseClient {}

export async function checks() {
  // #region runner
  const runner = new ApplicationContextRunner().withAutoConfiguration(WarehouseAutoConfiguration);

  await runner.withPropertyValues('warehouse.retries=5').run((context) => {
    expect(context.get(WarehouseClient).retries).toBe(5);
  });

  // What overrideProvider does: a bean of the test comes first, and the default yields.
  const fake = new FakeWarehouseClient('http://fake', 1);
  await runner
    .withBean(WarehouseClient, () => fake)
    .run((context) => {
      expect(context.get(WarehouseClient)).toBe(fake);
    });
  // #endregion
}
