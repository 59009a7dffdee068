import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { withHostileTexts } from './withHostileTexts.js';
import type { Suite } from './Suite.js';

const HTML = '<img src=x onerror=';

export function hostileCases(suite: Suite): void {
  it('are text in messages, arguments, results, answers, descriptions and forms', async () => {
    const studio = await suite.open({ height: 1200 });
    const question = `Read the hostile page ${HTML}"window.hacked=1"> \u202Egnp.exe <script>window.hacked=1</script>`;
    await suite.demo.ask(question, `${HTML}"window.hacked=1">\u202E`);
    await studio.openTurn('Read the hostile page');
    const call = studio.turn.getByRole('list', { name: 'Calls of round 1' });
    await studio.waitForText(call.getByRole('group', { name: 'Arguments of readHostilePage' }), HTML);
    await studio.waitForText(call.getByRole('group', { name: 'Result of readHostilePage' }), HTML);
    await studio.waitForText(studio.turn.getByRole('region', { name: 'Final answer' }), HTML);
    for (const summary of await studio.turn.locator('details > summary').all()) await summary.click();
    await studio.screenshot('hostile-turn');
    // A direction override is named, and turns nothing round.
    await studio.waitForText(studio.line('Read the hostile page').locator('.invisible-mark'), 'U+202E');
    expect(await studio.page.evaluate('document.getElementById("root").textContent.includes("\\u202E")')).toBe(false);

    await studio.page.getByText('Conversations', { exact: true }).click();
    await studio.waitForText(studio.page.getByRole('listbox', { name: 'Conversations' }), HTML);
    await studio.page.goto(`${studio.origin}/#/tools/readHostilePage`);
    const tool = studio.page.getByRole('article', { name: 'Tool' });
    await studio.waitForText(tool.locator('form'), HTML);
    await studio.waitForText(tool.locator('.tool-description'), HTML);
    await tool.getByRole('textbox', { name: 'note' }).fill(`${HTML}"window.hacked=1">`);
    await tool.getByRole('button', { name: 'Run the tool' }).click();
    await studio.waitForText(tool.getByRole('region', { name: 'Result of the try' }), HTML);
    await studio.screenshot('hostile-tool');
    expect(
      await studio.page.evaluate('document.querySelectorAll("#root img, #root script, #root iframe").length'),
    ).toBe(0);
    await studio.expectInert();
  });

  it('are text in every field that the server can send', async () => {
    const studio = await suite.open({ height: 1200 });
    await suite.demo.ask('What is the weather in all fields?');
    await suite.demo.ask('Please refund order 7, hostile');
    await studio.line('Please refund order 7, hostile').waitFor();
    await studio.page.route('**/api/**', async (route) => {
      if (route.request().url().endsWith('/api/events')) return await route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, json: withHostileTexts(await response.json()) });
    });
    await studio.page.reload();
    await studio.waitForText(studio.page.locator('.app-brand'), 'demo-shop<img');
    for (const question of ['What is the weather in all fields?', 'Please refund order 7, hostile']) {
      await studio.openTurn(question);
      for (const summary of await studio.turn.locator('details > summary').all()) await summary.click();
      await studio.waitForText(studio.turn.locator('.round-head').first(), `demo-1${HTML}`);
    }
    await studio.waitForText(studio.turn.getByRole('region', { name: 'Approvals' }), `refundOrder${HTML}`);
    await studio.screenshot('hostile-fields');
    await studio.page.getByText('Conversations', { exact: true }).click();
    await studio.waitForText(studio.page.getByRole('listbox', { name: 'Conversations' }), `demo${HTML}`);

    await studio.goTo('Tools');
    await studio.page
      .getByRole('option')
      .filter({ hasText: `refundOrder${HTML}` })
      .click();
    const tool = studio.page.getByRole('article', { name: 'Tool' });
    await studio.waitForText(tool.locator('form'), `In euros${HTML}`);
    await studio.page.getByRole('searchbox', { name: 'Search as the model would' }).fill('invoice');
    await studio.waitForText(studio.page.getByRole('list', { name: 'Ranking' }), `findInvoice${HTML}`);
    await studio.screenshot('hostile-tools');
    await studio.goTo('Conditions');
    await studio.waitForText(
      studio.page.getByRole('list', { name: 'Conditions' }),
      `did not find package 'redis'${HTML}`,
    );
    await studio.goTo('Configuration');
    await studio.waitForText(studio.page.getByRole('table', { name: 'Configuration' }), `******${HTML}`);
    await studio.screenshot('hostile-configuration');
    expect(
      await studio.page.evaluate('document.querySelectorAll("#root img, #root script, #root iframe").length'),
    ).toBe(0);
    expect(await studio.page.evaluate('document.getElementById("root").textContent.includes("\\u202E")')).toBe(false);
    await studio.expectInert();
  });

  it('of 5 MB are cut, and the rest is loaded on demand', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Read the large file');
    await studio.openTurn('Read the large file');
    const call = studio.turn.getByRole('list', { name: 'Calls of round 1' });
    await studio.waitForText(call, '4,000 of 5,242,882 characters');
    expect(Number(await studio.page.evaluate('document.getElementById("root").textContent.length'))).toBeLessThan(
      50_000,
    );
    await studio.screenshot('large-result');
    await call.getByRole('button', { name: 'Show more' }).click();
    await studio.waitForText(call, '104,000 of 5,242,882 characters');
    const download = studio.page.waitForEvent('download');
    await call.getByRole('button', { name: 'Download' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.length).toBeGreaterThan(104_000);
    expect(text.slice(0, 30)).toBe('"<b>3456789abcdef0123456789abc');
    await studio.expectInert();
  });
}
