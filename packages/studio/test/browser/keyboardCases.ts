import { expect, it } from '@jest/globals';
import type { StudioPage } from './StudioPage.js';
import type { Suite } from './Suite.js';

export function keyboardCases(suite: Suite): void {
  it('is enough to open a turn and to approve a call', async () => {
    const demo = await suite.startDemo({ pause: 1, includeContent: true });
    await demo.ask('Please refund order 7');
    await demo.ask('Something later');
    const studio = await suite.open({}, demo);
    const { page } = studio;
    await studio.line('Something later').waitFor();

    await page.keyboard.press('Tab');
    expect(await focusedText(studio)).toBe('Skip to the content');
    await tabTo(studio, 'Turns');
    await page.keyboard.press('ArrowDown');
    const active = page.locator('.virtual-row[data-active]');
    await studio.waitForText(active, 'Please refund order 7');
    expect(
      await page.evaluate('getComputedStyle(document.querySelector(".virtual-row[data-active]")).outlineStyle'),
    ).toBe('solid');
    await studio.screenshot('keyboard-list');
    await page.keyboard.press('Enter');
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await approvals.waitFor();
    await tabTo(studio, 'Approve');
    await studio.screenshot('keyboard-approve');
    await page.keyboard.press('Enter');
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, 'refunded 120 EUR of order 7');
  });
}

/** Presses Tab until the element with this name or text has the focus. */
async function tabTo(studio: StudioPage, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await studio.page.keyboard.press('Tab');
    const focused = await focusedText(studio);
    if (focused === name && (await studio.page.evaluate('document.activeElement.tagName')) !== 'A') return;
    passed.push(focused);
  }
  throw new Error(`The Tab key does not reach '${name}': ${passed.join(', ')}`);
}

async function focusedText({ page }: StudioPage): Promise<string> {
  return String(
    await page.evaluate(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.slice(0, 60)',
    ),
  );
}
