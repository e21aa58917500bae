import { expect, test } from 'vitest';
import { baseEnvironment } from './base-environment.ts';

test('a task gets what the system and its network need, and nothing of the master', () => {
  const own = {
    PATH: '/clone/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/opt/my bin:/usr/bin',
    HOME: '/home/me',
    LC_TIME: 'C',
    https_proxy: 'http://proxy:3128',
    DATABASE_URL: 'postgres://secret',
    DET_DB_PASSWORD: 'secret',
    npm_config_token: 'secret',
    PYTHONPATH: '/elsewhere',
  };
  expect(baseEnvironment(own)).toEqual({
    PATH: '/opt/my bin:/usr/bin',
    HOME: '/home/me',
    LC_TIME: 'C',
    https_proxy: 'http://proxy:3128',
  });
});
