import { expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

export function contentCases(suite: Suite): void {
  it('is hidden until it is switched on', async () => {
    const demo = await suite.startDemo({ pause: 1 });
    await demo.ask('Please refund order 7');
    const studio = await suite.open({}, demo);
    await studio.waitForText(studio.page.locator('.banner'), 'Content is hidden');
    await studio.line('hidden · 21 characters').click();
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await studio.waitForText(approvals, /refundOrder.*hidden · \d+ characters/s);
    expect(await approvals.getByRole('button', { name: 'Edit…' }).isDisabled()).toBe(true);
    expect(await studio.page.locator('body').innerText()).not.toContain('refund order');
    await studio.screenshot('content-hidden');

    await studio.page.getByRole('switch', { name: 'Content' }).press('Space');
    await studio.waitForText(approvals, '"orderId": 7');
    await studio.waitForText(studio.line('Please refund order 7'), 'Waiting for approval');
    await studio.page.locator('.banner').waitFor({ state: 'detached' });
    await studio.expectInert();
  });

  it('needs the token', async () => {
    const studio = await suite.open();
    await studio.waitForText(studio.page.locator('.connection-state'), 'Live');
    expect(studio.page.url()).not.toContain('token');
    await studio.context.clearCookies();
    await studio.page.reload();
    const token = studio.page.locator('input[type=password]');
    await token.fill('a token of another application');
    await studio.page.getByRole('button', { name: 'Open the studio' }).click();
    await studio.waitForText(studio.page.locator('form'), 'This is not the token of the application');
    await studio.screenshot('token');
    await token.fill(new URLSearchParams(new URL(suite.demo.server.url).hash.slice(1)).get('token') ?? '');
    await studio.page.getByRole('button', { name: 'Open the studio' }).click();
    await studio.waitForText(studio.page.locator('.connection-state'), 'Live');
  });
}
