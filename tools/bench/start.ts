import { rmSync } from 'node:fs';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { clientPasswordHash, hashPassword, usualCost } from '@determined/master/identity/sessions/shared/password.ts';
import { startWhole, temporaryFolder } from './bench-master.ts';
import type { Bench } from './figure.ts';
import { median, percentile, timed } from './http-load.ts';

export const start: Bench = {
  name: 'start',
  measure: async (place) => {
    const master = await place.master();
    const signIn = await median(9, () =>
      timed(() => master.client.call(loginRoute, { username: 'admin', password: master.password })),
    );
    const hash = await median(9, () => timed(() => hashPassword(clientPasswordHash(master.password), usualCost)));
    place.note('starts of npm start');
    const builds = temporaryFolder();
    const folder = temporaryFolder();
    const all: number[] = [];
    try {
      // The console may have to be built.
      await (await startWhole(builds)).stop();
      for (let i = 0; i < 4; i++) {
        const began = performance.now();
        const running = await startWhole(folder);
        all.push((performance.now() - began) / 1000);
        await running.stop();
      }
    } finally {
      for (const made of [builds, folder]) rmSync(made, { recursive: true, force: true });
    }
    const [first = Number.NaN, ...later] = all;
    return [
      {
        what: 'Sign-in',
        value: signIn,
        unit: 'ms',
        baseline: { what: 'the hash of the password alone', value: hash },
        old: '2.1 s',
      },
      { what: 'First start to the sign-in page, packages and console there', value: first, unit: 's' },
      {
        what: 'Second start to the sign-in page',
        value: percentile(
          later.sort((left, right) => left - right),
          0.5,
        ),
        unit: 's',
        aim: { atMost: 3 },
      },
    ];
  },
};
