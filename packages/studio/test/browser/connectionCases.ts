import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Suite } from './Suite.js';

const STARTED = 'http.server.request.start';

export function connectionCases(suite: Suite): void {
  const streams = new Set<IncomingMessage>();
  const watch = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (request.url?.startsWith('/api/events')) streams.add(request);
  };
  beforeAll(() => {
    subscribe(STARTED, watch);
  });
  afterAll(() => {
    unsubscribe(STARTED, watch);
  });

  it('is told, made again, and what was missed is shown', async () => {
    const studio = await suite.open();
    await studio.waitForText(studio.page.locator('.connection-state'), 'Live');
    await suite.demo.ask('Before the connection is lost');
    await studio.line('Before the connection is lost').waitFor();
    const requests: { readonly path: string; readonly lastEventId: string | undefined }[] = [];
    studio.page.on('request', (request) =>
      requests.push({ path: new URL(request.url()).pathname, lastEventId: request.headers()['last-event-id'] }),
    );

    await studio.context.setOffline(true);
    for (const stream of streams) stream.socket.destroy();
    await studio.waitForText(studio.page.locator('.banner'), 'The connection to the application is lost');
    await studio.screenshot('connection-lost');
    await suite.demo.ask('While the connection was lost');
    await studio.context.setOffline(false);

    await studio.line('While the connection was lost').waitFor();
    await studio.page.locator('.banner').waitFor({ state: 'detached' });
    const again = requests.filter(({ path }) => path === '/api/events').at(-1);
    expect(again?.lastEventId).toMatch(/:\d+$/);
    expect(requests.some(({ path }) => path === '/api/turns')).toBe(false);
  });
}
