/** Reads and writes CSV (RFC 4180). */
import { type Options, parse } from 'csv-parse/sync';

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

const delimiters = [',', ';', '\t'] as const;
/** A first line that is longer names no columns. */
const maxFirstLine = 20_000;

/**
 * What stands between the values, by the first line: programs for tables write semicolons where the comma is in
 * numbers, and some name the delimiter in a line of its own (`sep=;`), which `body` leaves out.
 */
export function findDelimiter(text: string): { delimiter: string; body: string } {
  const stated = /^\uFEFF?"?sep=([,;\t])"?\r?\n/i.exec(text.slice(0, 20));
  if (stated) return { delimiter: stated[1]!, body: text.slice(stated[0].length) };
  const [line = ''] = text.slice(0, maxFirstLine).trimStart().split('\n', 1);
  // A comma in quotation marks is part of a value.
  const plain = line.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => plain.split(delimiter).length);
  return { delimiter: delimiters[counts.indexOf(Math.max(...counts))]!, body: text };
}

interface ReadOptions extends Pick<Options, 'toLine' | 'maxRecordSize'> {
  /** Reads text after a closing quotation mark as well, so that almost everything is a table. */
  isLenient?: boolean;
}

/**
 * Reads what people and their programs write: other delimiters, rows of different lengths, and quotation marks within
 * values that nobody doubled. Throws if a value is longer than `maxRecordSize`, or a quotation mark is never closed.
 */
export function readRows(text: string, { isLenient = false, ...options }: ReadOptions): string[][] {
  const { delimiter, body } = findDelimiter(text);
  const read = (trim: boolean): string[][] =>
    parse(body, {
      bom: true,
      delimiter,
      trim,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      ...options,
    });
  try {
    return read(true);
  } catch (error) {
    if (!isLenient) throw error;
    // Where it trims, text after a closing quotation mark is an error.
    return read(false).map((row) => row.map((value) => value.trim().replace(/^"(.*)"$/s, '$1')));
  }
}

/**
 * Returns the values of each of the first `maxLines` lines that are not empty. Values with delimiters are not
 * supported.
 */
export function simpleRows(text: string, maxLines: number): string[][] {
  const { delimiter, body } = findDelimiter(text);
  const lines = body.replace(/^\uFEFF/, '').split(/\r?\n/, maxLines);
  const rows = lines.map((line) =>
    line.split(delimiter).map((value) => csvValue(value.trim().replace(/^"(.*)"$/, '$1'))),
  );
  return rows.filter(([first]) => first);
}

/** Returns the first value of each of the first `maxLines` lines. */
export const firstColumn = (text: string, maxLines: number): string[] =>
  simpleRows(text, maxLines).map(([first]) => first!);
