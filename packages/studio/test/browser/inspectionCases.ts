import { expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

export function inspectionCases(suite: Suite): void {
  it('shows what conditions decided, and narrows the report down', async () => {
    const studio = await suite.open();
    await studio.goTo('Conditions');
    const conditions = studio.page.getByRole('list', { name: 'Conditions' }).locator(':scope > li');
    await studio.waitForText(conditions, /Not matched.*RedisMemoryAutoConfiguration.*did not find package 'redis'/s);
    await studio.waitForText(conditions, /Matched.*DemoAutoConfiguration.*found 'demo.enabled=true'/s);
    await studio.page.getByText('Not matched 1').click();
    expect(await conditions.count()).toBe(1);
    await studio.page.getByText(/^All/).click();
    await studio.page.getByRole('searchbox', { name: 'Filter conditions' }).fill('demo.enabled');
    await studio.waitForText(conditions, 'DemoAutoConfiguration');
    expect(await conditions.count()).toBe(1);
    await studio.screenshot('conditions');
    await studio.expectInert();
  });

  it('shows the configuration with its origins, and no secrets', async () => {
    const studio = await suite.open();
    await studio.goTo('Configuration');
    const table = studio.page.getByRole('table', { name: 'Configuration' });
    const limit = table.getByRole('row').filter({ hasText: 'tools.limits.max-total-tool-calls' });
    await studio.waitForText(limit, /20\s*config\/application\.properties:7/);
    const secret = table.getByRole('row').filter({ hasText: 'chat.model.api-key' });
    await studio.waitForText(secret, /secret.*\*{6}\s*environment variable CHAT_MODEL_API_KEY/s);
    await studio.screenshot('configuration');
    await studio.expectInert();
  });
}
