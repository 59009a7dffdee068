import type { Browser } from 'playwright-core';
import { type Demo, type DemoOptions, startDemo } from '../fixture/startDemo.js';
import { buildPage } from './buildPage.js';
import { launchChromium } from './launchChromium.js';
import { StudioPage, type StudioPageOptions } from './StudioPage.js';

/** What the tests of the page share: one browser, one application with content shown, and what they opened. */
export class Suite {
  #browser: Browser | undefined;
  #demo: Demo | undefined;
  readonly #open = new Set<{ close: () => Promise<void> }>();

  get browser(): Browser {
    if (this.#browser === undefined) throw new Error('The browser has not been started');
    return this.#browser;
  }

  /** An application whose content is shown, with pauses in its answers that are long enough to look into. */
  get demo(): Demo {
    if (this.#demo === undefined) throw new Error('The application has not been started');
    return this.#demo;
  }

  async start(): Promise<void> {
    await buildPage();
    this.#browser = await launchChromium();
    this.#demo = await startDemo({ includeContent: true, pause: 60 });
  }

  /** Another application of its own; closed after the test. */
  async startDemo(options: DemoOptions): Promise<Demo> {
    const demo = await startDemo(options);
    this.#open.add(demo);
    return demo;
  }

  /** The studio of an application in a browser of its own; closed after the test. */
  async open(options?: StudioPageOptions, demo: Demo = this.demo): Promise<StudioPage> {
    const page = await StudioPage.open(this.browser, demo.server.url, options);
    this.#open.add(page);
    return page;
  }

  /** Closes what a test has opened. */
  async closeOpened(): Promise<void> {
    const opened = [...this.#open].reverse();
    this.#open.clear();
    for (const each of opened) await each.close();
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#demo?.close();
  }
}
