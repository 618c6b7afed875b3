/** Writes numbers in the language of the reader. */
import type { Language } from './languages.ts';
import { reader } from './reader.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** With one decimal: `4.0`, `4,0`. */
export function decimalText(value: number): string {
  const { language } = reader();
  let format = formats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    formats.set(language, format);
  }
  return format.format(value);
}
