import { expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

const TURNS = 10_000;

export function listCases(suite: Suite): void {
  it('keeps a bounded number of lines for 10,000 turns, and reaches the last', async () => {
    const demo = await suite.startDemo({ pause: 0, includeContent: true, maxTurns: TURNS });
    await demo.ask('The needle in the haystack');
    await demo.fill(TURNS - 1);
    const studio = await suite.open({}, demo);
    const list = studio.page.getByRole('listbox', { name: 'Turns' });
    await studio.line(`Question number ${TURNS - 2}`).waitFor();
    await studio.waitForText(studio.page.locator('.list-count'), '10,000');
    const rows = list.getByRole('option');
    expect(await rows.count()).toBeLessThan(60);
    await studio.screenshot('many-turns');

    await list.focus();
    await studio.page.keyboard.press('End');
    await studio.line('The needle in the haystack').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await studio.page.keyboard.press('Enter');
    await studio.waitForText(
      studio.turn.getByRole('region', { name: 'Final answer' }),
      'You said: The needle in the haystack',
    );
    await studio.screenshot('many-turns-last');

    await studio.page.getByRole('searchbox', { name: 'Filter turns' }).fill('HAYSTACK needle');
    await studio.waitForText(studio.page.locator('.list-count'), '1 of 10,000');
    expect(await rows.count()).toBe(1);
    await studio.expectInert();
  });

  it('follows the colours of the system until it is told otherwise', async () => {
    const studio = await suite.open({ colorScheme: 'dark' });
    await suite.demo.ask('What is the weather at night?');
    await studio.openTurn('What is the weather at night?');
    const background = () => studio.page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(21, 23, 26)');
    await studio.screenshot('dark');
    await studio.page.getByRole('button', { name: /Colour scheme: Auto/ }).click();
    await studio.page.getByRole('button', { name: /Colour scheme: Light/ }).waitFor();
    expect(await background()).toBe('rgb(246, 247, 249)');
    await studio.page.reload();
    await studio.turn.waitFor();
    expect(await background()).toBe('rgb(246, 247, 249)');
  });

  it('fits a narrow window', async () => {
    const studio = await suite.open({ width: 800, height: 1000 });
    await suite.demo.ask('What is the weather in a narrow street?');
    await studio.line('narrow street').waitFor();
    await studio.screenshot('narrow-list');
    await studio.openTurn('What is the weather in a narrow street?');
    await studio.screenshot('narrow-turn');
    expect(await studio.page.evaluate('document.documentElement.scrollWidth')).toBe(800);
    await studio.turn.getByRole('button', { name: 'All turns' }).click();
    await studio.line('narrow street').waitFor();
  });

  it('fits a telephone, in every panel', async () => {
    const demo = await suite.startDemo({ pause: 1, includeContent: true });
    await demo.ask(`Please refund order 7 ${'W'.repeat(300)}`, 'conversation-'.repeat(20));
    const studio = await suite.open({ width: 400, height: 800 }, demo);
    const width = () => studio.page.evaluate('document.documentElement.scrollWidth');
    await studio.line('Please refund order 7').waitFor();
    expect(await width()).toBe(400);
    await studio.line('Please refund order 7').click();
    await studio.turn.getByRole('button', { name: 'Approve' }).waitFor();
    await studio.screenshot('telephone-turn');
    expect(await width()).toBe(400);
    for (const panel of ['Tools', 'Conditions', 'Configuration']) {
      await studio.goTo(panel);
      await studio.page.getByRole('heading', { level: 2 }).or(studio.page.getByRole('listbox')).first().waitFor();
      expect([panel, await width()]).toEqual([panel, 400]);
      await studio.screenshot(`telephone-${panel.toLowerCase()}`);
    }
  });

  it('says what to do where there are no turns, and keeps the box for questions at the bottom', async () => {
    const demo = await suite.startDemo({ pause: 1 });
    const studio = await suite.open({ height: 800 }, demo);
    await studio.waitForText(studio.page.locator('.empty'), 'or when you ask something below.');
    expect(await studio.page.getByText('No turn is open').count()).toBe(0);
    const box = await studio.page.getByRole('textbox', { name: 'Message' }).boundingBox();
    expect(box?.y).toBeGreaterThan(650);
    await studio.screenshot('empty');
  });
}
