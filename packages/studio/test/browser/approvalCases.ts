import { it } from '@jest/globals';
import { approve } from '@toolwright/chat';
import type { Demo } from '../fixture/startDemo.js';
import type { Suite } from './Suite.js';

export function approvalCases(suite: Suite): void {
  it('approves a call, and the turn goes on', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Please refund order 7, approved');
    await studio.openTurn('Please refund order 7, approved');
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await studio.waitForText(approvals, /1 call waits for your decision.*refundOrder.*"amount": 120/s);
    await studio.screenshot('approval');
    await approvals.getByRole('button', { name: 'Approve' }).click();
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, 'refunded 120 EUR of order 7');
    await approvals.waitFor({ state: 'detached' });
    await studio.waitForText(studio.line('Please refund order 7, approved'), 'Completed');
    await studio.expectInert();
  });

  it('runs a call with arguments that were edited in a form made from the schema', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Please refund order 7, edited');
    await studio.openTurn('Please refund order 7, edited');
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await approvals.getByRole('button', { name: 'Edit…' }).click();
    await approvals.getByRole('textbox', { name: 'amount' }).fill('50');
    await studio.screenshot('approval-edit');
    await approvals.getByRole('button', { name: 'Run with these arguments' }).click();
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, 'refunded 50 EUR of order 7');
    await studio.expectInert();
  });

  it('denies a call with a reason that the model is told', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Please refund order 7, denied');
    await studio.openTurn('Please refund order 7, denied');
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await approvals.getByRole('button', { name: 'Deny…' }).click();
    await approvals.getByRole('textbox', { name: /Reason/ }).fill('The order was never paid');
    await studio.screenshot('approval-deny');
    await approvals.getByRole('button', { name: 'Deny the call' }).click();
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, 'The order was never paid');
    const calls = studio.turn.getByRole('list', { name: 'Calls of round 1' });
    await studio.waitForText(calls, /refundOrder.*Not run/s);
  });

  it('runs a call again whose outcome is unknown, once it has said that it may have had its effect', async () => {
    const studio = await suite.open();
    await suite.demo.ask('Please refund order 7, begun');
    await studio.openTurn('Please refund order 7, begun');
    const approvals = studio.turn.getByRole('region', { name: 'Approvals' });
    await approvals.getByRole('button', { name: 'Approve' }).waitFor();
    await beginAndDie(suite.demo);

    await approvals.getByRole('button', { name: 'Approve' }).click();
    await studio.waitForText(
      approvals,
      'it may already have had its effect, and would have it twice if it runs again.',
    );
    await studio.screenshot('approval-rerun');
    await approvals.getByRole('button', { name: 'Run it again' }).click();
    const final = studio.turn.getByRole('region', { name: 'Final answer' });
    await studio.waitForText(final, 'refunded 120 EUR of order 7');
    await studio.expectInert();
  });
}

/** Leaves the newest turn that waits as a process does that dies in the middle of its approved call. */
async function beginAndDie({ pendingTurns }: Demo): Promise<void> {
  const turn = (await pendingTurns.findByConversationId('demo')).at(-1);
  if (!turn) throw new Error('No turn waits');
  const calls = turn.calls.map((call) => ({ ...call, status: 'running' as const, decision: approve }));
  await pendingTurns.update(turn.turnId, turn.version, { calls, lease: { owner: 'gone', expiresAt: Date.now() - 1 } });
}
