import { useSyncExternalStore } from 'react';
import { globalStore } from './browser-store.ts';

/**
 * A preference: at once effective in the browser, then saved through `/users/setting`.
 * `read` turns whatever was stored into a value, with the default for what it does not know.
 */
export interface Setting<Value> {
  key: string;
  read: (stored: unknown) => Value;
}

type Listener = () => void;

const listeners = new Map<string, Set<Listener>>();
const changed = new Set<(key: string, value: unknown) => void>();
// What was read is kept, so that a hook gives the same object until the stored text changes.
const values = new Map<string, unknown>();

/** What was read or changed here: the store holds other things, too. */
const known = new Set<string>();

function announce(key: string): void {
  known.add(key);
  values.delete(key);
  for (const listener of listeners.get(key) ?? []) listener();
}

export function readSetting<Value>(setting: Setting<Value>): Value {
  known.add(setting.key);
  if (!values.has(setting.key)) values.set(setting.key, setting.read(globalStore.read(setting.key)));
  // The map holds exactly what this setting's own `read` made.
  return values.get(setting.key) as Value;
}

/** The reader's own change: kept here and told to whoever saves it. */
export function writeSetting<Value>(setting: Setting<Value>, value: Value): void {
  globalStore.write(setting.key, value);
  announce(setting.key);
  for (const listener of changed) listener(setting.key, value);
}

/** A value that came from the server: kept here, not sent back. */
export function adoptSetting(key: string, value: unknown): void {
  if (JSON.stringify(globalStore.read(key)) === JSON.stringify(value)) return;
  globalStore.write(key, value);
  announce(key);
}

/** Takes settings away, without telling the server: those of these keys, or all that were read or changed here. */
export function forgetSettings(keys: Iterable<string> = [...known]): void {
  for (const key of keys) {
    globalStore.remove(key);
    announce(key);
  }
}

export function listenSetting(key: string, listener: Listener): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  return () => set.delete(listener);
}

/** Told of every change the reader makes. */
export function onSettingChange(listener: (key: string, value: unknown) => void): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

export function useSetting<Value>(setting: Setting<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    (listener) => listenSetting(setting.key, listener),
    () => readSetting(setting),
  );
  return [value, (next) => writeSetting(setting, next)];
}

globalStore.listen(announce);
