/** Converts times and lists to the text of a form and back. */

import { plainDuration } from '../../lib/duration.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { parseDuration } from '../../recipe-import/duration.ts';

export const timeOf = (seconds: number | null): string => (seconds === null ? '' : plainDuration(seconds));

/** Returns null for an empty text, and the exact time before if its text is unchanged. Throws validation_failed on `name`. */
export function secondsOf(text: string | null, name: string, before: number | null = null): number | null {
  if (!text) return null;
  if (text === timeOf(before)) return before;
  const seconds = parseDuration(text.replace(/h\s?(\d{1,2})$/i, 'h $1 min'));
  if (seconds === null) throw invalid(name, t('write.must-be-time'));
  return seconds;
}

/** Splits at commas, also those of Arabic, Chinese and Japanese, and at ends of lines. */
export const splitCommas = (text: string | null): string[] =>
  (text ?? '')
    .split(/[,،、，\n]/)
    .map((each) => each.trim())
    .filter(Boolean);
