/** Joins texts to a list. */
import { reader } from '../../lib/language/reader.ts';

/** As a sentence does: `ingredients, method and details`. */
export function listText(names: string[]): string {
  const { language } = reader();
  // English lists are as most of the world writes them, without a comma before "and".
  return new Intl.ListFormat(language.startsWith('en') ? 'en-GB' : language).format(names);
}

/** Without "and", for facts: `3 recipes, 2 posts`. */
export const enumeration = (facts: string[]): string =>
  new Intl.ListFormat(reader().language, { type: 'unit', style: 'short' }).format(facts);
