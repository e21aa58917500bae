import fastifyWebsocket from '@fastify/websocket';
import type { App, Slice } from '#platform/slice.ts';
import { refuseStream } from './refuse-stream.ts';
import { serveLive } from './serve-live.ts';

/** Frames to the server are few and short: a client's subscription is the longest. */
const maxPayload = 64 * 1024;

export const liveUpdatesSlice: Slice = {
  serve: async (app: App) => {
    await app.server.register(fastifyWebsocket, { options: { maxPayload } });
    serveLive(app);
    refuseStream(app);
  },
};
