import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CallError, createClient, DecodeError } from './client.ts';
import { getAgentRoute, getSlotRoute } from './cluster/agents-routes.ts';
import { listWorkspacesBoundToRPRoute } from './cluster/resource-pools-routes.ts';
import { resourceAllocationAggregatedRoute, resourceAllocationRawRoute } from './cluster/usage-routes.ts';
import { notFound, wireStreamError } from './errors.ts';
import { decodeExtRequest, extRoute } from './ext-route.ts';
import { loginRoute } from './identity/auth-routes.ts';
import { getGroupRoute } from './identity/groups-routes.ts';
import { getUsersRoute, patchUserRoute } from './identity/users-routes.ts';
import { getProjectRoute } from './organisation/projects-routes.ts';
import { getTemplateRoute } from './organisation/templates-routes.ts';
import { listWorkspaceNamespaceBindingsRoute } from './organisation/workspaces-routes.ts';
import { getModelVersionRoute } from './registry/models-routes.ts';
import type { AnyRoute } from './route.ts';
import { getAllocationRoute } from './tasks/allocations-routes.ts';
import { getCommandRoute, getNotebookRoute } from './tasks/interactive-routes.ts';
import { taskLogsRoute } from './tasks/logs-routes.ts';
import { getCheckpointRoute } from './training/checkpoints-routes.ts';
import {
  activateExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  putExperimentLabelRoute,
} from './training/experiments-routes.ts';
import { expMetricNamesRoute, metricBatchesRoute } from './training/metrics-routes.ts';
import { getRunMetadataRoute } from './training/runs-routes.ts';
import { getTrialRoute, trialLogsRoute } from './training/trials-routes.ts';

interface Seen {
  method: string;
  url: string;
  authorization: string | undefined;
  body: string;
}

let server: Server;
let baseUrl: string;
let seen: Seen;
let answer: (response: ServerResponse) => void;

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function note(request: IncomingMessage): Promise<Seen> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method = '', url = '', headers } = request;
  return { method, url, authorization: headers.authorization, body };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen = await note(request);
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a text
  baseUrl = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const client = () => createClient({ baseUrl, token: 'abc' });

describe('addresses and bodies', () => {
  test('[API-002] the base address defaults to this machine and loses its trailing slashes', async () => {
    const asked: string[] = [];
    const fake: typeof fetch = async (url) => {
      asked.push(String(url));
      return new Response('{}');
    };
    await createClient({ fetch: fake }).call(getAgentRoute, { agentId: 'a' });
    await createClient({ fetch: fake, baseUrl: 'http://there///' }).call(getAgentRoute, { agentId: 'a/b' });
    expect(asked).toEqual(['http://localhost/api/v1/agents/a', 'http://there/api/v1/agents/a%2Fb']);
  });

  test('[API-005] query values are appended, lists as repeated keys, nested names with dots', async () => {
    answer = json(200, {});
    await client().call(getExperimentsRoute, {
      limit: 0,
      labels: ['a b', 'c'],
      archived: false,
      experimentIdFilter: { incl: [1, 2] },
    });
    expect(seen.url).toBe(
      '/api/v1/experiments?limit=0&labels=a+b&labels=c&archived=false&experimentIdFilter.incl=1&experimentIdFilter.incl=2',
    );
    expect(seen.body).toBe('');
  });

  test('a body bound to a field is that field alone, and holds only what is set', async () => {
    answer = json(200, {});
    await client().call(patchUserRoute, { userId: 3, user: { active: false } });
    expect(seen).toMatchObject({ method: 'PATCH', url: '/api/v1/users/3', body: '{"active":false}' });
  });

  test('[API-004] the token goes with every call but those that need none', async () => {
    answer = json(200, {});
    await client().call(getUsersRoute, {});
    expect(seen.authorization).toBe('Bearer abc');
    await client().call(loginRoute, { username: 'ada', password: 'x', isHashed: true });
    expect(seen.authorization).toBeUndefined();
    expect(JSON.parse(seen.body)).toEqual({ username: 'ada', password: 'x', isHashed: true });
  });
});

describe('what has to be given', () => {
  const missing = (route: AnyRoute, request: object, name: string) =>
    expect(client().call(route, request)).rejects.toThrow(
      `Required parameter ${name} was null or undefined when calling ${route.name}`,
    );

  test('[API-009] a missing path parameter or body raises before anything is sent', async () => {
    await missing(getExperimentRoute, {}, 'experimentId');
    await missing(patchUserRoute, { userId: 1 }, 'user');
    await missing(patchUserRoute, { userId: null, user: {} }, 'userId');
  });

  test('[API-010, API-011] in every kind of path', async () => {
    await missing(getCheckpointRoute, {}, 'checkpointUuid');
    await missing(getAgentRoute, {}, 'agentId');
    await missing(getSlotRoute, { agentId: 'a' }, 'slotId');
    await missing(getCommandRoute, {}, 'commandId');
    await missing(activateExperimentRoute, {}, 'id');
    await missing(getProjectRoute, {}, 'id');
    await missing(getTrialRoute, {}, 'trialId');
    await missing(getRunMetadataRoute, {}, 'runId');
    await missing(taskLogsRoute, {}, 'taskId');
    await missing(getAllocationRoute, {}, 'allocationId');
    await missing(listWorkspacesBoundToRPRoute, {}, 'resourcePoolName');
    await missing(listWorkspaceNamespaceBindingsRoute, {}, 'id');
    await missing(getGroupRoute, {}, 'groupId');
    await missing(getNotebookRoute, {}, 'notebookId');
    await missing(putExperimentLabelRoute, { experimentId: 1 }, 'label');
    await missing(getModelVersionRoute, {}, 'modelName');
    await missing(getModelVersionRoute, { modelName: 'm' }, 'modelVersionNum');
    await missing(getTemplateRoute, {}, 'templateName');
  });

  test('[API-012, API-013, API-014] query values without which a call means nothing', async () => {
    const period = 'RESOURCE_ALLOCATION_AGGREGATION_PERIOD_DAILY';
    await missing(resourceAllocationAggregatedRoute, { endDate: 'x', period }, 'startDate');
    await missing(resourceAllocationAggregatedRoute, { startDate: 'x', period }, 'endDate');
    await missing(resourceAllocationAggregatedRoute, { startDate: 'x', endDate: 'x' }, 'period');
    const time = '2024-01-01T00:00:00Z';
    await missing(resourceAllocationRawRoute, { timestampBefore: time }, 'timestampAfter');
    await missing(resourceAllocationRawRoute, { timestampAfter: time }, 'timestampBefore');
    await missing(expMetricNamesRoute, {}, 'ids');
    await missing(metricBatchesRoute, { experimentId: 1 }, 'metricName');
  });
});

describe('replies', () => {
  test('[API-006] 200 to 299 gives the reply, complete', async () => {
    for (const status of [200, 299]) {
      answer = json(status, { agent: { id: 'a', slots: {} } });
      const { agent } = await client().call(getAgentRoute, { agentId: 'a' });
      expect(agent).toMatchObject({ id: 'a', containers: {}, enabled: false });
    }
  });

  test('[API-007] any other status is thrown with the raw response', async () => {
    answer = json(404, { error: { code: 5, reason: 'NotFound', error: "agent 'a' not found" } });
    const error = await client()
      .call(getAgentRoute, { agentId: 'a' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: 'NotFound', status: 404, message: "agent 'a' not found" });
    expect(error instanceof CallError && (await error.response.json())).toMatchObject({ error: { code: 5 } });
  });

  test('[ERR-001] an error without words is unknown', async () => {
    answer = (response) => response.writeHead(502).end('<html>');
    await expect(client().call(getAgentRoute, { agentId: 'a' })).rejects.toMatchObject({
      code: 'Unavailable',
      status: 502,
      message: 'Unknown error encountered.',
    });
  });

  test('every failed call is shown to onError', async () => {
    answer = json(401, { error: { code: 16, reason: 'Unauthenticated', error: 'token missing' } });
    const errors: CallError[] = [];
    const watched = createClient({ baseUrl, onError: (error) => errors.push(error) });
    await expect(watched.call(getUsersRoute, {})).rejects.toThrow('token missing');
    expect(errors.map((error) => error.code)).toEqual(['Unauthenticated']);
  });

  test('[API-008, ERR-002] a reply that is not one is refused by name', async () => {
    for (const wrong of [{ agent: { id: 7 } }, { agent: [] }, 'agent']) {
      answer = json(200, wrong);
      const error = await client()
        .call(getAgentRoute, { agentId: 'a' })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DecodeError);
      expect(error).toMatchObject({ message: 'Failed in decoding getAgent API response.' });
    }
    answer = (response) => response.end('{');
    await expect(client().call(getAgentRoute, { agentId: 'a' })).rejects.toBeInstanceOf(DecodeError);
  });

  test('a call is ended by its signal', async () => {
    answer = () => undefined;
    const signal = AbortSignal.timeout(20);
    await expect(client().call(getAgentRoute, { agentId: 'a' }, { signal })).rejects.toThrow(/abort|timeout/i);
  });
});

describe('streams', () => {
  const collect = async () => {
    const ids: string[] = [];
    try {
      for await (const line of client().stream(trialLogsRoute, { trialId: 3, follow: true })) ids.push(line.message);
    } catch (error) {
      return [...ids, error];
    }
    return ids;
  };

  test('lines come as they are sent, however they are cut', async () => {
    answer = (response) => {
      response.write('{"result":{"message":"grüße"}}\n{"resu');
      setTimeout(() => response.end('lt":{"message":"b"}}\n'), 10);
    };
    expect(await collect()).toEqual(['grüße', 'b']);
    expect(seen.url).toBe('/api/v1/trials/3/logs?follow=true');
  });

  test('a stream without results is empty', async () => {
    answer = (response) => response.end();
    expect(await collect()).toEqual([]);
  });

  test('[LOGS-016] lines carry a result or an error, and that ends it, without a newline, after results or before', async () => {
    const last = JSON.stringify(wireStreamError(notFound('trial', 3)));
    answer = (response) => response.end(`{"result":{"message":"a"}}\n${last}`);
    expect(await collect()).toEqual([
      'a',
      expect.objectContaining({ code: 'NotFound', message: "trial '3' not found" }),
    ]);
    answer = (response) => response.writeHead(404).end(last);
    expect(await collect()).toEqual([expect.objectContaining({ code: 'NotFound', status: 404 })]);
  });

  test('whoever stops reading ends it at the server', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve);
        response.write('{"result":{"message":"a"}}\n');
      };
    });
    for await (const line of client().stream(trialLogsRoute, { trialId: 3 })) {
      expect(line.message).toBe('a');
      break;
    }
    await closed;
  });
});

describe('calls of our own', () => {
  const rows = extRoute({
    name: 'getRows',
    method: 'POST',
    path: '/projects/{projectId}/rows',
    params: z.object({ projectId: z.coerce.number() }),
    query: z.object({ limit: z.optional(z.coerce.number()) }),
    body: z.object({ columns: z.array(z.string()) }),
    reply: z.object({ ids: z.array(z.number()) }),
    needs: {},
  });

  test('travel like the others, checked by their schemas', async () => {
    answer = json(200, { ids: [1, 2] });
    const reply = await client().call(rows, {
      params: { projectId: 4 },
      query: { limit: 5 },
      body: { columns: ['id'] },
    });
    expect(reply.ids).toEqual([1, 2]);
    expect(seen).toMatchObject({ url: '/api/ext/v1/projects/4/rows?limit=5', body: '{"columns":["id"]}' });
    answer = json(200, { ids: ['x'] });
    await expect(
      client().call(rows, { params: { projectId: 4 }, query: {}, body: { columns: [] } }),
    ).rejects.toBeInstanceOf(DecodeError);
  });

  test('are read on the server, errors naming the field', async () => {
    const raw = { path: { projectId: '4' }, query: new URLSearchParams('limit=5'), body: { columns: ['id'] } };
    expect(await decodeExtRequest(rows, raw)).toEqual({
      params: { projectId: 4 },
      query: { limit: 5 },
      body: { columns: ['id'] },
    });
    await expect(decodeExtRequest(rows, { ...raw, body: { columns: [1] } })).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: expect.stringContaining('columns.0'),
    });
  });
});
