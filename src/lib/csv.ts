/** Tables as text (RFC 4180): values apart by commas, in quotation marks where they must be. */

export const csvLine = (values: (string | boolean)[]): string => `${values.map(quoted).join(',')}\r\n`;

function quoted(value: string | boolean): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first value of each line, up to `most` lines; the others are of no use to us. */
export function firstColumn(text: string, most: number): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, most);
  return lines.map((line) => (line.split(',', 1)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')).filter(Boolean);
}
