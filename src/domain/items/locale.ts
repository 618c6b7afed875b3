/** Determines the language of a text. */
import { textOf } from '../../lib/html/html.ts';

const unknown = 'und';
/** In shorter texts detection is wrong too often. */
const minTextLength = 40;

/** Returns the author's choice, else the account's language, else the detected language, else `und`. */
export async function resolveLocale(
  chosen: string | null,
  accountLocale: string,
  html: string,
): Promise<string> {
  if (chosen && chosen !== unknown) return chosen;
  if (accountLocale !== unknown) return accountLocale;
  const text = textOf(html).slice(0, 2_000);
  return text.length < minTextLength ? unknown : detectLanguage(text);
}

async function detectLanguage(text: string): Promise<string> {
  // Loaded on demand: its tables take 25 MB, and most processes never detect a language.
  const { eld } = await import('eld/extrasmall');
  const guess = eld.detect(text);
  return guess.language !== '' && guess.isReliable() ? guess.language : unknown;
}
