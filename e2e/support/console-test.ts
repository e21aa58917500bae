import { type DevCluster, type DevClusterOptions, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, Visitor } from './console-browser.ts';

interface ConsoleTest {
  cluster: DevCluster;
  browser: Browser;
  /** A new one for every test. */
  visitor: Visitor;
  /** The visitor's. */
  page: Page;
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
    visitor = await Visitor.arrive(there(browser), there(cluster));
  });
  afterEach(() => visitor?.leave());
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
  };
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('only inside of tests and hooks');
  return thing;
}
