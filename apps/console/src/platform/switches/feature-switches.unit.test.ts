import { expect, test } from 'vitest';
import { chosenSwitches, isSwitchedOn, type SwitchName } from './feature-switches.ts';

const nobody = { cluster: [], chosen: {}, query: '' };
const usually = (name: SwitchName) => isSwitchedOn(name, nobody);

test('[FLAG-001, FLAG-002, FLAG-003, FLAG-005, FLAG-006, FLAG-007] what a switch is when nobody has said otherwise', () => {
  expect([usually('explist_v2'), usually('flat_runs')]).toEqual([true, true]);
  expect([usually('rp_binding'), usually('task_templates')]).toEqual([true, true]);
  expect([usually('genai'), usually('streaming_updates')]).toEqual([false, false]);
});

test('[FLAG-008, FLAG-009] the cluster switches on by name and off by -name', () => {
  expect(isSwitchedOn('streaming_updates', { ...nobody, cluster: ['other', 'streaming_updates'] })).toBe(true);
  expect(isSwitchedOn('explist_v2', { ...nobody, cluster: ['-explist_v2'] })).toBe(false);
  expect(isSwitchedOn('genai', { ...nobody, cluster: ['genai'] })).toBe(true);
});

test("[FLAG-010] the reader's own choice counts more than the cluster's", () => {
  expect(isSwitchedOn('rp_binding', { ...nobody, cluster: ['rp_binding'], chosen: { rp_binding: false } })).toBe(false);
  expect(isSwitchedOn('rp_binding', { ...nobody, cluster: ['-rp_binding'], chosen: { rp_binding: true } })).toBe(true);
});

test('the address counts most, where it says on or off', () => {
  const chosen = { task_templates: true };
  expect(isSwitchedOn('task_templates', { ...nobody, chosen, query: '?f_task_templates=off' })).toBe(false);
  expect(isSwitchedOn('task_templates', { ...nobody, chosen, query: '?f_task_templates=maybe' })).toBe(true);
});

test('[FLAG-004, FLAG-012] neither choice nor address count for a switch that is not for users', () => {
  expect(isSwitchedOn('genai', { ...nobody, chosen: { genai: true }, query: '?f_genai=on' })).toBe(false);
  expect(isSwitchedOn('genai', { cluster: ['genai'], chosen: { genai: false }, query: '?f_genai=off' })).toBe(true);
});

test('whatever was stored, only choices are read', () => {
  expect(chosenSwitches.read({ explist_v2: false, genai: 'yes' })).toEqual({ explist_v2: false });
  expect(chosenSwitches.read(null)).toEqual({});
});
