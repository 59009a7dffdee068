import { expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

export function turnCases(suite: Suite): void {
  it('shows the text of a turn while it is streamed', async () => {
    // Slow enough to be seen in the middle, also when the machine is busy.
    const demo = await suite.startDemo({ includeContent: true, pause: 200 });
    const studio = await suite.open({}, demo);
    const question = `Tell me ${'a long story '.repeat(10)}`.trim();
    const box = studio.page.getByRole('textbox', { name: 'Message' });
    await box.fill(question);
    await box.press('Enter');

    const answer = studio.turn.locator('.answer.streaming');
    await studio.waitForText(answer, 'You said: Tell me');
    const early = await answer.innerText();
    await studio.waitForText(studio.turn.locator('.turn-title'), 'Running');
    await studio.screenshot('turn-streaming');
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, `You said: ${question}`);
    expect(early.length).toBeLessThan(`You said: ${question}`.length);
    expect(`You said: ${question}`.startsWith(early.replaceAll('\n', ' ').trim())).toBe(true);
    expect(await studio.turn.locator('.answer').innerText()).toContain(`You said: ${question}`);
    await studio.waitForText(studio.line('Tell me a long story'), 'Completed');
    await studio.expectInert();
  });

  it('shows rounds with what was sent, calls with their outcome, and the usage', async () => {
    const studio = await suite.open({ height: 1300 });
    await suite.demo.ask('What is the weather in the north?');
    await studio.openTurn('What is the weather in the north?');

    const calls = studio.turn.getByRole('list', { name: 'Calls of round 1' }).locator(':scope > li');
    expect(await calls.count()).toBe(3);
    await studio.waitForText(calls, /getWeather.*Succeeded.*Oslo.*sunny/s);
    await studio.waitForText(calls, /getForecast.*Failed.*RangeError.*There is no forecast for 3 days/s);
    const sent = studio.turn.locator('details.sent').first();
    expect(await sent.locator('summary').first().innerText()).toMatch(
      /2 messages\s+\d+ tok\s+7 tools\s+\d+ tok\s+40 withheld ·\s+[\d,]+ tok saved/,
    );
    await sent.locator('summary').first().click();
    await studio.waitForText(sent, /system.*You help the customers of a shop/s);
    await studio.waitForText(sent.locator('.chips').first(), /getForecast\s*\d+/);
    await studio.waitForText(sent.locator('.chips.withheld'), /findInvoice\s*\d+/);
    await studio.waitForText(studio.turn.getByRole('region', { name: 'Final answer' }), '240 in · 60 out');
    await studio.screenshot('turn-rounds');
    await studio.expectInert();
  });

  it('shows a limit that was breached and how near the others are', async () => {
    const studio = await suite.open({ height: 1100 });
    await suite.demo.ask('Run into the limit');
    await studio.openTurn('Run into the limit');

    await studio.waitForText(studio.turn.locator('.turn-title'), 'Limit reached');
    const breached = studio.turn.getByRole('meter', { name: 'Calls of one tool: ping' });
    expect(await breached.getAttribute('aria-valuetext')).toBe('4 of 3, breached');
    const total = studio.turn.getByRole('meter', { name: 'Calls in all' });
    expect(await total.getAttribute('aria-valuetext')).toBe('4 of 20');
    await studio.screenshot('turn-limit');
    const last = studio.turn.getByRole('list', { name: 'Calls of round 4' });
    await studio.waitForText(last, /ping.*Not run.*limit_exceeded/s);
  });

  it('shows why a turn has failed', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Let it fail');
    await studio.openTurn('Let it fail');
    const failure = studio.turn.getByRole('group', { name: 'Failure', exact: true });
    await studio.waitForText(failure, 'The provider answers 503 <b>Service Unavailable</b>');
    await studio.expectInert();
  });
}
