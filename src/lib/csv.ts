/** Reads and writes CSV (RFC 4180). */

// Writes lists, and reads a value as it was

/** Spreadsheets would run a value that begins like a formula. An apostrophe in front makes it text (OWASP). */
const formula = /^[=+\-@\t\r]/;
const escaped = /^'(?=[=+\-@\t\r])/;

/** The value as it was before `csvLine`. */
export const csvValue = (written: string): string => written.replace(escaped, '');

export const csvLine = (values: (string | boolean)[]): string => `${values.map(quoted).join(',')}\r\n`;

function quoted(value: string | boolean): string {
  const text = formula.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Reads what people and their programs write: other delimiters, rows of different lengths, and quotation marks within
// values that nobody doubled

/** Programs for tables write semicolons where the comma is in numbers. */
const usualDelimiters = [',', ';', '\t'];
/** Of each row. Those behind them are left out. */
const maxColumns = 200;
const maxValueLength = 200_000;
/** A first row that is longer names no columns. */
const maxHeadLength = 20_000;

export interface CsvHead {
  /** Of the first row. */
  columns: string[];
  delimiter: string;
  /** Where the first row begins, and where the next one does. */
  start: number;
  from: number;
}

/**
 * The delimiter with which the first row that is not blank has the most values, unless a line of its own names it
 * (`sep=;`), as Excel writes it.
 */
export function readCsvHead(text: string, delimiters = usualDelimiters): CsvHead {
  const stated = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(text.slice(0, 20));
  const top = stated?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const blank = /^(?:[^\S\n\t]*\n)*/.exec(text.slice(top, top + maxHeadLength))![0];
  const start = top + blank.length;
  const head = text.slice(start, start + maxHeadLength);
  const rowWith = (delimiter: string) => readRow(head, delimiter, 0);
  // What is in quotation marks ends before a delimiter, and seldom has marks inside.
  const counts = delimiters.map((delimiter) => {
    const { values, isClean, hasMarks } = rowWith(delimiter);
    return isClean ? values.length - (hasMarks ? 0.5 : 0) : 0;
  });
  const delimiter = stated?.[1] ?? delimiters[counts.indexOf(Math.max(...counts))]!;
  const { values, end } = rowWith(delimiter);
  return { columns: values.map((value) => value.trim()), delimiter, start, from: start + end };
}

/** Yields the complete rows, and returns the one with a quotation mark that is never closed, or null. */
export function* readCsvRows(
  text: string,
  { delimiter, from }: Pick<CsvHead, 'delimiter' | 'from'>,
): Generator<string[], string[] | null> {
  for (let at = from; at < text.length; ) {
    const { values, end, isCut } = readRow(text, delimiter, at);
    if (isCut) return values;
    yield values;
    at = end;
  }
  return null;
}

interface ReadOptions {
  /** Further rows are left out. Blank ones count. */
  maxRows: number;
  maxRowLength?: number;
}

/**
 * Returns all rows that are not blank, without spaces around the values. Throws if a row is longer than allowed, or a
 * quotation mark is never closed.
 */
export function readRows(text: string, { maxRows, maxRowLength = Number.POSITIVE_INFINITY }: ReadOptions): string[][] {
  const { delimiter, start } = readCsvHead(text);
  const rows: string[][] = [];
  for (let at = start, count = 0; at < text.length && count < maxRows; count += 1) {
    const { values, end, isCut } = readRow(text, delimiter, at);
    if (isCut || end - at > maxRowLength) throw new Error('a row does not end');
    at = end;
    const trimmed = values.map((value) => value.trim());
    if (trimmed.length > 1 || trimmed[0] !== '') rows.push(trimmed);
  }
  return rows;
}

interface Row {
  values: string[];
  /** Where the next row begins. */
  end: number;
  isCut: boolean;
  /** Whether what begins with a quotation mark ends with one. */
  isClean: boolean;
  /** Whether a value that begins otherwise has quotation marks. */
  hasMarks: boolean;
}

/** Takes time linear in the length of the row. */
function readRow(text: string, delimiter: string, from: number): Row {
  const values: string[] = [];
  let at = from;
  let [isClean, hasMarks] = [true, false];
  const add = (value: string) => {
    if (values.length < maxColumns) values.push(value.slice(0, maxValueLength));
  };
  for (;;) {
    let quoted = '';
    const opening = endOfSpaces(text, at);
    if (text[opening] === '"') {
      const closing = endOfQuoted(text, opening + 1);
      quoted = text.slice(opening + 1, closing < 0 ? text.length : closing).replaceAll('""', '"');
      if (closing < 0) {
        add(quoted);
        return { values, end: text.length, isCut: true, isClean: false, hasMarks };
      }
      at = closing + 1;
    }
    const end = endOfValue(text, delimiter, at);
    const rest = text.slice(at, end).replace(/\r$/, '');
    const isWhole = rest.trim() === '';
    isClean &&= quoted === '' || isWhole;
    hasMarks ||= quoted === '' && rest.includes('"');
    // A value that does not end with its quotation marks has them inside: `"says "so" too"`.
    if (quoted !== '' && !isWhole && rest.includes('"')) add(withoutMarks(`"${quoted}"${rest}`));
    else add(quoted + rest);
    at = end + 1;
    if (text[end] !== delimiter) return { values, end: at, isCut: false, isClean, hasMarks };
  }
}

const withoutMarks = (value: string): string => value.trim().replace(/^"(.*)"$/s, '$1');

/** Spaces before a quotation mark are no part of the value. */
function endOfSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}

/** Returns the index of the closing mark, or -1. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfValue(text: string, delimiter: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
  return at;
}
