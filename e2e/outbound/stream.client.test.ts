import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient } from '../support/det-client.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster?.stop());

test('the streaming client learns at once that there are no updates, and does not try again', async () => {
  const det = new DetClient(cluster.address);
  const printed = await det.python(`
import os, time
from determined.common import api, streams
from determined.common.api import authentication
from determined.common.streams import _client

session = authentication.login_with_cache(os.environ["DET_MASTER"])
ws = _client.LomondStreamWebSocket(session)
connects = []
connect = ws.connect
ws.connect = lambda: connects.append(1) or connect()
ws.get_backoff = lambda retries: 0 if retries < 3 else None
stream = _client.Stream(ws)
stream.subscribe(sync_id=1, projects=_client.ProjectSpec(workspace_id=1), models=_client.ModelSpec(workspace_id=list(range(1, 2000))))
try:
    for event in stream:
        print("event", event)
except Exception as error:
    print(type(error).__name__, error)
print("connects", len(connects))
`);
  expect(printed.trim().split('\n')).toEqual([
    'event Sync(sync_id=1, complete=False)',
    "ValueError unhandled msg: key error in {'error': 'this server does not send streaming updates'}",
    'connects 1',
  ]);
});
