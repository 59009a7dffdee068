import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const ARTIFACTS =
  process.env['STUDIO_ARTIFACTS'] ?? fileURLToPath(new URL('../../../../artifacts/studio', import.meta.url));

/** Long, because the machine may be busy; what is waited for comes at once if it is not. */
const PATIENCE = 30_000;

/** How a page is opened. */
export interface StudioPageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** The studio in a browser, with a record of everything that hostile texts could bring about. */
export class StudioPage {
  /** Where the requests of the page went, apart from data that it made itself. */
  readonly origins = new Set<string>();
  readonly dialogs: string[] = [];
  /** Errors of scripts, and what the content security policy has stopped. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly origin: string,
  ) {
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'blob:') this.origins.add(url.origin);
    });
    context.on('page', () => this.errors.push('another page was opened'));
    page.on('dialog', (dialog) => {
      this.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) this.errors.push(message.text());
    });
  }

  /** @param url what the application prints, with the token */
  static async open(browser: Browser, url: string, options: StudioPageOptions = {}): Promise<StudioPage> {
    const { colorScheme = 'light', width = 1440, height = 900 } = options;
    const context = await browser.newContext({ colorScheme, viewport: { width, height }, acceptDownloads: true });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const studio = new StudioPage(page, context, new URL(url).origin);
    await page.goto(url);
    return studio;
  }

  /** A line of the list of turns. */
  line(text: string): Locator {
    return this.page.getByRole('listbox', { name: 'Turns' }).getByRole('option').filter({ hasText: text }).first();
  }

  /** The turn that is open. */
  get turn(): Locator {
    return this.page.getByRole('article', { name: 'Turn' });
  }

  /** Opens a turn with the mouse. */
  async openTurn(text: string): Promise<void> {
    await this.line(text).click();
    await this.turn.getByRole('group', { name: 'Question' }).filter({ hasText: text }).waitFor();
  }

  /** Goes to another panel. */
  async goTo(panel: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: panel }).click();
  }

  /** Waits until something has this text. */
  async waitForText(locator: Locator, text: string | RegExp): Promise<void> {
    await locator.filter({ hasText: text }).first().waitFor();
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(ARTIFACTS, { recursive: true });
    await this.page.screenshot({ path: join(ARTIFACTS, `${name}.png`), animations: 'disabled' });
  }

  /** Fails if anything but the studio was talked to, or if a text did anything but be shown. */
  async expectInert(): Promise<void> {
    expect(await this.page.evaluate('typeof window.hacked')).toBe('undefined');
    expect(this.dialogs).toEqual([]);
    expect(this.errors).toEqual([]);
    expect([...this.origins]).toEqual([this.origin]);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
