import type { Client } from '@determined/contract/client.ts';
import type { Db } from '@determined/master/platform/db/database.ts';
import type { Pool } from 'pg';

/** One line of the table. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** What it is meant to be: `atMost` or `atLeast` in the same unit. */
  aim?: { atMost: number } | { atLeast: number };
  /** The barest way to do the same, measured in the same run. */
  baseline?: { what: string; value: number };
  /** What the server this one replaces needs, as far as it is known. */
  old?: string;
}

/** A group of figures that are measured together. */
export interface Bench {
  name: string;
  measure(place: BenchPlace): Promise<Figure[]>;
}

export interface BenchPlace {
  /** A master without slots, shared by the benches; started when first asked for. */
  master(): Promise<BenchMaster>;
  /** How long what is measured over a time may take. */
  minutes: number;
  /** The folder for profiles of masters, where they are wanted. */
  profile: string | undefined;
  /** How many runs a project has whose tables are searched. */
  runs: number;
  /** How many lines a log has that is read in a browser: a million or ten. */
  lines: number;
  /** Says what is being done, above the table. */
  note(text: string): void;
}

/** A master in a process of its own, and the ways to it. */
export interface BenchMaster {
  pid: number;
  address: string;
  token: string;
  password: string;
  client: Client;
  db: Db;
  pool: Pool;
  /** Ends it and starts it again; gives what it took until it answered: seconds, and those of its processor. */
  restart(): Promise<{ seconds: number; processor: number }>;
  stop(): Promise<void>;
}

export function isMet({ value, aim }: Figure): boolean {
  if (!aim) return true;
  return 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast;
}

/** A table in Markdown, as it stands in docs/manual/performance.md. */
export function tableOf(figures: readonly Figure[]): string {
  const head = ['Figure', 'Measured', 'Aim', '', 'Baseline in the same run', 'Ratio', 'Replaced server'];
  const rows = figures.map((figure) => [
    figure.what,
    shown(figure.value, figure.unit),
    aimText(figure),
    figure.aim ? (isMet(figure) ? 'met' : '**missed**') : '',
    figure.baseline ? `${figure.baseline.what}: ${shown(figure.baseline.value, figure.unit)}` : '',
    figure.baseline ? `${digits(figure.value / figure.baseline.value)}×` : '',
    figure.old ?? '',
  ]);
  const widths = head.map((title, at) => Math.max(3, title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function aimText({ aim, unit }: Figure): string {
  if (!aim) return '';
  return 'atMost' in aim ? `≤ ${shown(aim.atMost, unit)}` : `≥ ${shown(aim.atLeast, unit)}`;
}

function shown(value: number, unit: string): string {
  return `${digits(value)} ${unit}`;
}

/** Three digits at least; thousands apart. */
function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}
