import { type DevCluster, devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { seen } from './seen.ts';

/** What is used here of TanStack Router's own object, which it leaves in the page. */
interface Routed {
  __TSR_ROUTER__: { navigate(to: { href: string }): Promise<void> };
}

/** Chromium, driven without a screen; `npm test` finds or installs it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.DET_TEST_CHROMIUM;
  if (!executablePath) throw new Error('DET_TEST_CHROMIUM names no browser: run npm test -- --only browser');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // All pages of a profile are one process, which has translated the console's files once.
      '--renderer-process-limit=1',
      // A page lives for seconds here: compiling its hottest functions once more, each time, costs more than it gains.
      '--js-flags=--no-maglev --no-turbofan',
    ],
  });
}

/** A browser profile as a visitor has it. */
export const newProfile = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });

/** One visitor with a browser profile. Script errors, refused styles and questions that make no sense end the test at `leave`. */
export class Visitor {
  readonly page: Page;
  /** Of these the server may say that they make no sense: what somebody has typed, or put into an address. */
  readonly mayBeRefused: RegExp[] = [];
  private readonly problems: string[] = [];
  private readonly cluster: DevCluster;
  private readonly strangers: readonly Page[];
  private loaded = '';

  private constructor(cluster: DevCluster, page: Page) {
    this.cluster = cluster;
    this.page = page;
    this.strangers = page
      .context()
      .pages()
      .filter((one) => one !== page);
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('response', (response) => {
      if (response.status() !== 400 || response.request().method() !== 'GET') return;
      const asked = response.url();
      if (!this.mayBeRefused.some((one) => one.test(asked))) this.problems.push(`what the server refused: ${asked}`);
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.problems.push(message.text());
    });
  }

  /** Comes with a profile of his own. */
  static async arrive(browser: Browser, cluster: DevCluster, options: BrowserContextOptions = {}): Promise<Visitor> {
    return Visitor.take(await newProfile(browser, options), cluster);
  }

  /** Comes with a profile that others may have used. */
  static async take(profile: BrowserContext, cluster: DevCluster): Promise<Visitor> {
    return new Visitor(cluster, await profile.newPage());
  }

  /** Goes to a path of the console, `/workspaces`. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.cluster.address}/det${path}`);
    this.loaded = path;
  }

  /**
   * Goes from a page of the console to a path and waits for its heading, by way of the receipts: so the page begins anew as
   * when it is opened, at a fifth of the cost, since nothing is loaded. Addresses with switches, which count where the console
   * is loaded, are opened, and so is what comes after them; so is the way to sign in, and the receipts themselves.
   */
  async turnTo(path: string): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1 });
    if ([path, this.loaded].some((one) => /[?&]f_|^\/(login|receipts)/.test(one))) {
      await this.open(path);
      return seen(heading);
    }
    const move = (to: string) =>
      this.page.evaluate((href) => (globalThis as unknown as Routed).__TSR_ROUTER__.navigate({ href }), `/det${to}`);
    await move('/receipts');
    await seen(heading.filter({ hasText: 'Receipts' }));
    await move(path);
    await seen(heading.filter({ hasNotText: 'Receipts' }));
  }

  /** Where the page is: path and query below the console's base. */
  get place(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname.replace(/^\/det/, '') + search;
  }

  /** Waits for the page with this heading. */
  async pageNamed(name: string): Promise<void> {
    await seen(this.page.getByRole('heading', { level: 1, name, exact: true }));
  }

  async fillSignIn(username = 'admin', password = devPassword): Promise<void> {
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign In' }).click();
  }

  /** Goes to `path` with a new session, as somebody who has signed in before: by the form it takes a page more. */
  async signIn(path = '/', username = 'admin', password = devPassword): Promise<void> {
    const { request } = this.page.context();
    const reply = await request.post(`${this.cluster.address}/api/v1/auth/login`, { data: { username, password } });
    if (!reply.ok()) throw new Error(`${username} cannot sign in: ${reply.status()} ${await reply.text()}`);
    await this.open(path);
  }

  /** Leaves the console, and takes its session from the profile: a page that heard that it is lost would sign out whoever comes next. */
  async loseSession(): Promise<void> {
    await this.page.evaluate('localStorage.clear()');
    await this.page.goto('about:blank');
    await this.page.context().clearCookies();
  }

  /** Signs in through the form, at `path`, and waits for the page one gets to. */
  async signInByForm(path = '/', username = 'admin', password = devPassword): Promise<void> {
    await this.open(path);
    await this.fillSignIn(username, password);
    await this.page.waitForURL((url) => !url.pathname.endsWith('/login'));
  }

  /** Closes its pages, not those that were there before. Fails when a script broke or the content security policy refused something on the way. */
  async leave(): Promise<void> {
    // An answer that a test has laid hands on may still be under way; it has nowhere to go.
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const page of this.page.context().pages()) if (!this.strangers.includes(page)) await page.close();
    if (this.problems.length > 0) throw new Error(`The console had problems: ${this.problems.join('; ')}`);
  }
}
