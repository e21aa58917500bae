import type { Slice } from '#platform/slice.ts';
import { serveLive } from './serve-live.ts';

export const liveUpdatesSlice: Slice = {
  serve: serveLive,
};
