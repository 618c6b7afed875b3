/** Reads recipes from tables: those of Plan to Eat, others with known names of columns, and unknown ones. */
import { type CsvHead, readCsvHead, readCsvRows } from '../../lib/csv.ts';
import { parseDuration } from '../duration.ts';
import { type FoundInFile, foundCut, unreadEntry } from './found.ts';
import { type FieldName, fieldNamed, isRecipeFields, readNamedFields, toNamedFields } from './named-fields.ts';

// Tables whose first line names their columns

/** Some tables of recipes have bars between their cells. */
const headOf = (text: string): CsvHead => readCsvHead(text, [',', ';', '\t', '|']);

/** True if the columns have a title, and ingredients or instructions. */
export function isRecipeTable(text: string): boolean {
  const { columns } = headOf(text);
  return isRecipeFields(columns.map(fieldNamed));
}

/** A row within quotation marks that do not end is cut. */
export function* findInTable(text: string): Generator<FoundInFile> {
  const head = headOf(text);
  const { columns } = head;
  const isPlanToEat = ['Course', 'Main Ingredient', 'Directions'].every((name) => columns.includes(name));
  yield { type: 'format', format: isPlanToEat ? 'Plan to Eat' : 'CSV' };
  const titleAt = columns.findIndex((column) => fieldNamed(column) === 'title');
  const rows = readCsvRows(text, head);
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

// Guesses what the columns of an unknown table hold, and names them as a person chose

export interface TablePreview {
  columns: string[];
  /** The first rows, with shortened cells. */
  rows: string[][];
  /** What each column seems to hold, or null. */
  guesses: (FieldName | null)[];
}

const MAX_COLUMNS = 60;
const SHOWN_ROWS = 3;
const SAMPLE_ROWS = 20;
/** Of the text. Rows are looked at only in its beginning. */
const SAMPLE = 400_000;
const MAX_CELL = 200;

/** Returns null for a text that has no columns or no rows. */
export function previewTable(text: string): TablePreview | null {
  const head = headOf(text);
  const { columns } = head;
  if (columns.length < 2 || columns.length > MAX_COLUMNS || /[\0\ufffd]/.test(text.slice(0, 1_000))) return null;
  const rows: string[][] = [];
  for (const cells of readCsvRows(text.slice(0, SAMPLE), head)) {
    if (cells.length > 1) rows.push(columns.map((_, at) => cells[at]?.trim() ?? ''));
    if (rows.length === SAMPLE_ROWS) break;
  }
  if (rows.length === 0) return null;
  return {
    columns: columns.map((column) => column.slice(0, MAX_CELL)),
    rows: rows.slice(0, SHOWN_ROWS).map((cells) => cells.map(shorten)),
    guesses: guessColumns(columns, rows),
  };
}

const shorten = (cell: string): string =>
  cell.length > MAX_CELL ? `${cell.slice(0, MAX_CELL).toWellFormed()}…` : cell;

interface Column {
  at: number;
  cells: string[];
  length: number;
}

const share = ({ cells }: Column, holds: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;

const isAddress = (cell: string) => /^https?:\/\/\S+$/i.test(cell);
const isPicture = (cell: string) => isAddress(cell) && /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i.test(cell);
const hasAmounts = (cell: string) =>
  cell.split(/[\n;|,]/, 100).filter((part) => /^\s{0,5}(?:[-•*]\s?)?[\d½¼¾⅓⅔]/.test(part)).length >= 2;
const isTime = (cell: string) => /\p{L}/u.test(cell) && cell.length < 30 && (parseDuration(cell) ?? 0) > 0;
const isTitle = (cell: string) => cell.length >= 3 && cell.length <= 120 && /\p{L}{2}/u.test(cell) && !isAddress(cell);

/** By their names, and else by what is in them. No part of a recipe is guessed twice. */
function guessColumns(names: string[], rows: string[][]): (FieldName | null)[] {
  const guesses = names.map((name) => fieldNamed(name));
  const unknown = (): Column[] =>
    guesses.flatMap((guess, at) => {
      const cells = rows.map((row) => row[at]!).filter((cell) => cell !== '');
      const length = cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
      return guess === null && cells.length > 0 ? [{ at, cells, length }] : [];
    });
  const guess = (field: FieldName, find: (columns: Column[]) => Column | undefined) => {
    const found = guesses.includes(field) ? undefined : find(unknown());
    if (found) guesses[found.at] = field;
  };
  guess('image', (columns) => columns.find((column) => share(column, isPicture) > 0.5));
  guess('url', (columns) => columns.find((column) => share(column, isAddress) > 0.5));
  guess('ingredients', (columns) => columns.find((column) => share(column, hasAmounts) > 0.5));
  guess(
    'instructions',
    (columns) => columns.filter(({ length }) => length > 60).toSorted((one, other) => other.length - one.length)[0],
  );
  guess('total-time', (columns) => columns.find((column) => share(column, isTime) > 0.5));
  guess('title', (columns) => columns.find((column) => share(column, isTitle) > 0.8));
  return guesses;
}

/** Null for a column that is left out. */
export type ChosenColumns = (FieldName | null)[];

export const areEnoughColumns = (chosen: ChosenColumns): boolean => isRecipeFields(chosen);

/** Returns the table with these names for its columns. `hasHeading` is false if its first line is a recipe. */
export function nameColumns(text: string, chosen: ChosenColumns, hasHeading: boolean): string {
  const { columns, delimiter, start, from } = headOf(text);
  const head = columns.map((_, at) => chosen[at] ?? '').join(delimiter);
  return `sep=${delimiter}\n${head}\n${text.slice(hasHeading ? from : start)}`;
}
