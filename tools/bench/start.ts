import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { clientPasswordHash, hashPassword } from '@determined/master/identity/auth/shared/password.ts';
import { repository, startProgram, temporaryFolder } from './bench-master.ts';
import type { Bench } from './figure.ts';
import { median, percentile, timed } from './http-load.ts';

export const start: Bench = {
  name: 'start',
  measure: async (place) => {
    const master = await place.master();
    const signIn = await median(9, () =>
      timed(() => master.client.call(loginRoute, { username: 'admin', password: master.password })),
    );
    const hash = await median(9, () => timed(() => hashPassword(clientPasswordHash(master.password))));
    place.note('starts of npm start');
    const folder = temporaryFolder();
    const all: number[] = [];
    try {
      for (let i = 0; i < 4; i++) {
        const began = performance.now();
        const running = await startProgram([join(repository, 'tools/start/start.mjs')], folder, { DET_SLOTS: '0' });
        all.push((performance.now() - began) / 1000);
        await running.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
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
      { what: 'First start to the sign-in page, console built', value: first, unit: 's' },
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
