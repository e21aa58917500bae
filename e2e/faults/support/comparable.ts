/** Times, durations and sizes in memory differ from run to run; so does where a machine keeps its data. */
const leftAside = /^(duration|wallClockTime|.*[tT]ime(stamp)?|.*At|token)$/;
const isId = /(^|[a-z])(id|Id|ids|Ids|uuid|Uuid|Uuids|forkedFrom|jobSummary|bestCheckpoint|latestTraining)$/i;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const folder = /\/tmp\/determined-\w+-\w+/g;
/** How far what was just asked for has come is a matter of moments. */
const onItsWay = /^STATE_(QUEUED|PULLING|STARTING|RUNNING)$/;

/**
 * Answers of a run in a form that is the same for each run of the same calls: ids and uuids by the order in which they
 * came first, without times and folders. Numbers are ids by the name of their key, and count by it and what holds it.
 */
export class Comparable {
  private readonly seen = new Map<string, Map<string, number>>();

  of(value: unknown): unknown {
    return this.at(value, '', '');
  }

  private at(value: unknown, key: string, holder: string): unknown {
    if (leftAside.test(key)) return value === null ? null : 'left aside';
    if (Array.isArray(value)) return value.map((one) => this.at(one, key, holder));
    if (typeof value === 'object' && value !== null) {
      const within = key === '' ? holder : key;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.at(inner, name, within)]));
    }
    if (typeof value === 'number' && isId.test(key))
      return this.nth(`${holder.replace(/s$/, '')}.${key}`, String(value));
    if (key === 'state' && typeof value === 'string' && onItsWay.test(value)) return 'on its way';
    if (typeof value === 'string') {
      return value
        .replaceAll(
          /\b(workspace|project|experiment) \((\d+)\)/g,
          (_, kind, id) => `${kind} (${this.nth(`${kind}.id`, id)})`,
        )
        .replaceAll(uuid, (found) => this.nth('uuid', found))
        .replaceAll(time, 'a time')
        .replaceAll(folder, 'a folder')
        .replaceAll(/\b\d+\.(uuid-\d+)/g, '$1');
    }
    return value;
  }

  private nth(kind: string, value: string): string {
    const known = this.seen.get(kind) ?? new Map<string, number>();
    this.seen.set(kind, known);
    const n = known.get(value) ?? known.size + 1;
    known.set(value, n);
    return `${kind}-${n}`;
  }
}
