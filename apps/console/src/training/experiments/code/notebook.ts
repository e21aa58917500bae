/** What a cell of a notebook gave when it last ran. */
export type CellOutput =
  | { kind: 'text'; text: string; failed?: true }
  /** `bytes` in base64. */
  | { kind: 'picture'; type: string; bytes: string; text: string }
  /** Of forms that are not shown, such as HTML. */
  | { kind: 'other'; types: string[] };

export interface NotebookCell {
  kind: 'markdown' | 'code' | 'raw';
  source: string;
  /** How often the notebook had run a cell by then. */
  count: number | undefined;
  outputs: CellOutput[];
}

/** Pictures that can hold no scripts. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

type Free = Record<string, unknown>;
const objectOf = (value: unknown): Free => (typeof value === 'object' && value !== null ? (value as Free) : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Texts stand whole or by lines. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .filter((line) => typeof line === 'string')
        .join('');
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const withoutColors = (text: string) => text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');

/** The cells of a notebook (nbformat 4); undefined for a text that is none. */
export function notebookCells(text: string): NotebookCell[] | undefined {
  let parsed: Free;
  try {
    parsed = objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed.cells)) return undefined;
  return parsed.cells.map(objectOf).map((cell) => ({
    kind: cell.cell_type === 'markdown' || cell.cell_type === 'raw' ? cell.cell_type : 'code',
    source: textOf(cell.source),
    count: typeof cell.execution_count === 'number' ? cell.execution_count : undefined,
    outputs: listOf(cell.outputs).map(objectOf).flatMap(outputOf),
  }));
}

function outputOf(output: Free): CellOutput[] {
  if (output.output_type === 'stream') return [{ kind: 'text', text: withoutColors(textOf(output.text)) }];
  if (output.output_type === 'error') {
    const told = textOf(listOf(output.traceback).map((line) => `${line}\n`));
    return [{ kind: 'text', failed: true, text: withoutColors(told || `${output.ename}: ${output.evalue}`) }];
  }
  const data = objectOf(output.data);
  const text = withoutColors(textOf(data['text/plain']));
  const type = pictures.find((one) => textOf(data[one]) !== '');
  if (type) return [{ kind: 'picture', type, bytes: textOf(data[type]).replace(/\s/g, ''), text }];
  if (text !== '') return [{ kind: 'text', text }];
  const types = Object.keys(data);
  return types.length > 0 ? [{ kind: 'other', types }] : [];
}
