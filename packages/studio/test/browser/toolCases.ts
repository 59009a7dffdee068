import { expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

export function toolCases(suite: Suite): void {
  it('tries a tool with the form that its schema makes', async () => {
    const studio = await suite.open();
    await studio.goTo('Tools');
    const tool = studio.page.getByRole('article', { name: 'Tool' });
    await studio.waitForText(studio.page.locator('.list-count'), /^46 tools · [\d,]+ tok$/);
    await studio.page.getByRole('searchbox', { name: 'Filter tools' }).fill('refund');
    await studio.waitForText(studio.page.locator('.list-count'), /^1 of 46 tools$/);
    await studio.page.getByRole('listbox', { name: 'Tools' }).getByRole('option').first().click();
    await studio.waitForText(tool, /refundOrder.*needs approval.*Refund an amount of an order/s);

    const calls: string[] = [];
    studio.page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    await tool.getByRole('textbox', { name: 'orderId' }).fill('9');
    await tool.getByRole('button', { name: 'Run the tool' }).click();
    await studio.waitForText(tool, 'is required');
    expect(calls).toEqual([]);

    await tool.getByRole('textbox', { name: 'amount' }).fill('12.5');
    await tool.getByRole('button', { name: 'Run the tool' }).click();
    const result = tool.getByRole('region', { name: 'Result of the try' });
    await studio.waitForText(result, /Succeeded.*refunded 12.5 EUR of order 9/s);
    await studio.screenshot('tool-try');
    await studio.expectInert();
  });

  it('tries a tool with arguments that are written as JSON, and shows an error', async () => {
    const studio = await suite.open();
    await studio.page.goto(`${studio.origin}/#/tools/getForecast`);
    const tool = studio.page.getByRole('article', { name: 'Tool' });
    await tool.getByText('JSON', { exact: true }).click();
    const json = tool.getByRole('textbox', { name: 'Arguments as JSON' });
    await json.fill('{"days": ');
    await tool.getByRole('button', { name: 'Run the tool' }).click();
    await studio.waitForText(tool, /JSON/);
    await json.fill('{"days": 5}');
    await tool.getByRole('button', { name: 'Run the tool' }).click();
    const result = tool.getByRole('region', { name: 'Result of the try' });
    await studio.waitForText(result, /Failed.*RangeError.*There is no forecast for 5 days/s);
  });

  it('shows the ranking of a search and its reasons', async () => {
    const studio = await suite.open();
    await studio.goTo('Tools');
    await studio.page.getByRole('searchbox', { name: 'Search as the model would' }).fill('find an invoice');
    const ranking = studio.page.getByRole('list', { name: 'Ranking' }).locator(':scope > li');
    await studio.waitForText(ranking.first(), /1\s*findInvoice/);
    const why = ranking.first().getByRole('list', { name: 'Why findInvoice was found' });
    expect(await why.innerText()).toMatch(/find\s*invoice\s*in name/);
    await studio.waitForText(studio.page.getByRole('search'), /matches by KeywordToolIndex/);
    const scores = await ranking.locator('.ranked-head .num').allInnerTexts();
    expect(scores.length).toBeGreaterThan(1);
    expect(scores.map(Number)).toEqual([...scores.map(Number)].sort((a, b) => b - a));
    await ranking.first().getByRole('link').click();
    await studio.waitForText(studio.page.getByRole('article', { name: 'Tool' }), 'findInvoice');
    await studio.screenshot('tool-search');
    await studio.expectInert();
  });
}
