/** Reads and writes CSV (RFC 4180). */

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

/**
 * Returns the values of each of the first `maxLines` lines that are not empty. Values with commas are not supported.
 */
export function simpleRows(text: string, maxLines: number): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, maxLines);
  const rows = lines.map((line) => line.split(',').map((value) => csvValue(value.trim().replace(/^"(.*)"$/, '$1'))));
  return rows.filter(([first]) => first);
}

/** Returns the first value of each of the first `maxLines` lines. */
export const firstColumn = (text: string, maxLines: number): string[] =>
  simpleRows(text, maxLines).map(([first]) => first!);
