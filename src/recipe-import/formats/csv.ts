/** Reads recipes from a table whose first line names its columns: that of Plan to Eat, or any other. */
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { fieldNamed, isRecipeFields, readNamedFields, toNamedFields } from './named-fields.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const MAX_COLUMNS = 200;
const MAX_CELL = 200_000;
const HEAD = 20_000;

/** True if the columns have a title, and ingredients or instructions. */
export function isRecipeTable(text: string): boolean {
  const { columns } = headOf(text);
  return isRecipeFields(columns.map(fieldNamed));
}

/** A row within quotation marks that do not end is cut. */
export function* findInTable(text: string): Generator<FoundInFile> {
  const { columns, delimiter, from } = headOf(text);
  const isPlanToEat = ['Course', 'Main Ingredient', 'Directions'].every((name) => columns.includes(name));
  yield { type: 'format', format: isPlanToEat ? 'Plan to Eat' : 'CSV' };
  const titleAt = columns.findIndex((column) => fieldNamed(column) === 'title');
  const rows = readRows(text, delimiter, from);
  let next = rows.next();
  while (!next.done) {
    const cells = next.value;
    const entries = joinRepeated(columns.map((column, index) => [column, cells[index]?.trim() ?? ''] as const));
    if (cells.some((cell) => cell.trim() !== ''))
      yield unreadEntry(cells[titleAt], () => readNamedFields(toNamedFields(entries)));
    next = rows.next();
  }
  if (next.value !== null) yield foundCut(next.value[titleAt]);
}

/** Columns with one name are the lines of a list, also if they are numbered: "Ingredient 1". */
function joinRepeated(entries: (readonly [string, string])[]): (readonly [string, string])[] {
  const byName = Map.groupBy(entries, ([column]) => column.replace(/[\s_#.-]{0,3}\d{1,3}$/, ''));
  if (byName.size === entries.length) return entries;
  return [...byName].map(
    ([column, list]) =>
      [
        column,
        list
          .map(([, cell]) => cell)
          .filter(Boolean)
          .join('\n'),
      ] as const,
  );
}

export interface TableHead {
  columns: string[];
  delimiter: string;
  /** Where the rows begin. */
  from: number;
}

/** Excel may name the delimiter in a line of its own. */
export function headOf(text: string): TableHead {
  const stated = /^sep=(.)\r?\n/i.exec(text.slice(0, 10));
  const start = stated?.[0].length ?? 0;
  const head = text.slice(start, start + HEAD);
  // A text in quotation marks ends before a delimiter.
  const counts = DELIMITERS.map((delimiter) => {
    const { cells: found, isClean } = firstRow(head, delimiter);
    return isClean ? found.length : 0;
  });
  const delimiter = stated?.[1] ?? DELIMITERS[counts.indexOf(Math.max(...counts))]!;
  const { cells, end } = firstRow(head, delimiter);
  return { columns: cells.map((cell) => cell.trim()), delimiter, from: start + end };
}

function firstRow(text: string, delimiter: string): { cells: string[]; end: number; isClean: boolean } {
  const reader = { at: 0 };
  const { cells, isClean } = readRow(text, delimiter, reader);
  return { cells, end: reader.at, isClean };
}

/** Yields the complete rows, and returns the one that is not. */
export function* readRows(text: string, delimiter: string, from: number): Generator<string[], string[] | null> {
  const reader = { at: from };
  while (reader.at < text.length) {
    const { cells, isCut } = readRow(text, delimiter, reader);
    if (isCut) return cells;
    yield cells;
  }
  return null;
}

interface Row {
  cells: string[];
  isCut: boolean;
  /** Whether quotation marks enclose whole cells. */
  isClean: boolean;
}

/** Moves behind the row (RFC 4180). Takes time linear in the length of the row. */
function readRow(text: string, delimiter: string, reader: { at: number }): Row {
  const cells: string[] = [];
  let isClean = true;
  const add = (cell: string) => {
    if (cells.length < MAX_COLUMNS) cells.push(cell.slice(0, MAX_CELL));
  };
  for (;;) {
    let quoted = '';
    if (text[reader.at] === '"') {
      const end = endOfQuoted(text, reader.at + 1);
      quoted = text.slice(reader.at + 1, end < 0 ? text.length : end).replaceAll('""', '"');
      if (end < 0) {
        reader.at = text.length;
        add(quoted);
        return { cells, isCut: true, isClean: false };
      }
      reader.at = end + 1;
    }
    const end = endOfCell(text, delimiter, reader.at);
    const rest = text.slice(reader.at, end).replace(/\r$/, '');
    isClean &&= quoted === '' || rest.trim() === '';
    add(quoted + rest);
    reader.at = end + 1;
    if (text[end] !== delimiter) return { cells, isCut: false, isClean };
  }
}

/** Returns the index of the closing mark, or -1. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, delimiter: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
  return at;
}
