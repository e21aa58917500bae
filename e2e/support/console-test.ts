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

/** One cluster and browser for the tests of a file. What it gives is there inside of tests and hooks only. */
export function consoleTest(options: DevClusterOptions = {}): ConsoleTest {
  let cluster: DevCluster | undefined;
  let browser: Browser | undefined;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    [cluster, browser] = await Promise.all([startDevCluster(options), launchBrowser()]);
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
