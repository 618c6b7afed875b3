/** Reads and writes CSV (RFC 4180). */

export const csvLine = (values: (string | boolean)[]): string => `${values.map(quoted).join(',')}\r\n`;

function quoted(value: string | boolean): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the first value of each of the first `maxLines` lines. */
export function firstColumn(text: string, maxLines: number): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, maxLines);
  return lines.map((line) => (line.split(',', 1)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')).filter(Boolean);
}
