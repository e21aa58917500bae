import type { FastifyInstance } from 'fastify';
import type { HintSource } from './bus/hint-source.ts';
import type { SubjectFinders } from './http/authorise.ts';
import type { RightsSource } from './http/rights-source.ts';
import type { Authenticate, Served } from './http/serve.ts';
import type { Master } from './master.ts';

/** What a slice is to the master: all that `app.ts` knows of it. Exported by the slice's `*-slice.ts`. */
export interface Slice {
  /** Its table of contents. */
  routes?: readonly Served[];
  /** How the things it owns are found, to tell who may touch them. */
  subjects?: SubjectFinders;
  /** What its events mean to those who look at the console. */
  hints?: readonly HintSource[];
  /** Registers hooks and listeners and starts what runs in the background; called once, when the master starts. */
  setUp?(master: Master): void;
  /** Serves what is no route: called once, before the server listens. */
  serve?(app: App): Promise<void> | void;
}

/** A master's server while it is put together. */
export interface App {
  master: Master;
  server: FastifyInstance;
  authenticate: Authenticate;
  rights: RightsSource;
  finders: SubjectFinders;
  /** Of all slices. */
  hints: readonly HintSource[];
}
