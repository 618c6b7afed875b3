/** In which language something is written. */
import { eld } from 'eld/small';
import { textOf } from '../../lib/html.ts';

const unknown = 'und';
/** Shorter texts are guessed wrong too often. */
const enough = 40;

/** What the author said, else the account's own language, else what the text looks like, else `und`. */
export function decideLocale(given: string | null, accountLocale: string, html: string): string {
  if (given && given !== unknown) return given;
  if (accountLocale !== unknown) return accountLocale;
  const text = textOf(html).slice(0, 2_000);
  if (text.length < enough) return unknown;
  const guess = eld.detect(text);
  return guess.language !== '' && guess.isReliable() ? guess.language : unknown;
}
