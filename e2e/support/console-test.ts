import { type DevCluster, type DevClusterOptions, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, newProfile, Visitor } from './console-browser.ts';

interface ConsoleTest {
  cluster: DevCluster;
  browser: Browser;
  /** A new one for every test, whose profile has nothing from before but the console's files: they are read and translated once. */
  visitor: Visitor;
  /** The visitor's. */
  page: Page;
  /** From here on the visitor is one whose browser has read none of the console's files. */
  comeAnew(): Promise<void>;
}

/** Experiments and trials are called so: for clusters whose tests say so. */
export const classicWords = { DET_FEATURE_SWITCHES: '[-flat_runs]' };

interface ConsoleTestOptions extends DevClusterOptions {
  /** Searches and runs, as a console says it usually; without it experiments and trials. */
  flatRuns?: true;
}

/** One cluster and browser for the tests of a file. What it gives is there inside of tests and hooks only. */
export function consoleTest({ flatRuns, ...given }: ConsoleTestOptions = {}): ConsoleTest {
  let cluster: DevCluster | undefined;
  let browser: Browser | undefined;
  let profile: BrowserContext | undefined;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    // A file may put more into its variables before.
    const env = { ...(flatRuns ? {} : classicWords), ...given.env };
    [cluster, browser] = await Promise.all([startDevCluster({ ...given, env }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await cluster?.stop();
  });
  beforeEach(async () => {
    visitor = profile && (await comesAsNew(profile, there(cluster)));
    if (visitor) return;
    await profile?.close();
    profile = await keptProfile(there(browser), there(cluster));
    visitor = await Visitor.take(profile, there(cluster));
  });
  afterEach(async () => visitor?.leave());
  return {
    get cluster() {
      return there(cluster);
    },
    get browser() {
      return there(browser);
    },
    get visitor() {
      return there(visitor);
    },
    get page() {
      return there(visitor).page;
    },
    comeAnew: async () => {
      await there(visitor).leave();
      await there(profile).close();
      profile = await keptProfile(there(browser), there(cluster));
      visitor = await Visitor.take(profile, there(cluster));
    },
  };
}

/** A profile with a page of nobody's that keeps its process: without any page it ends, and the next begins by translating all files anew. */
async function keptProfile(browser: Browser, { address }: DevCluster): Promise<BrowserContext> {
  const profile = await newProfile(browser);
  await (await profile.newPage()).goto(`${address}/info`);
  return profile;
}

/**
 * A visitor with a profile that others have used and left, from which everything is taken but the files that
 * it has read; none where it is not as new then.
 */
async function comesAsNew(profile: BrowserContext, cluster: DevCluster): Promise<Visitor | undefined> {
  await profile.setOffline(false);
  await profile.clearPermissions();
  await profile.clearCookies();
  const visitor = await Visitor.take(profile, cluster);
  const session = await profile.newCDPSession(visitor.page);
  const storageTypes = 'local_storage,indexeddb,cache_storage';
  await session.send('Storage.clearDataForOrigin', { origin: cluster.address, storageTypes });
  await session.detach();
  // Nothing takes Playwright's clock, which a test may have stopped, out of a profile.
  return (await visitor.page.evaluate(() => '__pwClock' in globalThis)) ? undefined : visitor;
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('only inside of tests and hooks');
  return thing;
}
