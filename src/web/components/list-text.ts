/** Joins names as a sentence does: `ingredients, method and details`. */
import { reader } from '../../lib/language/reader.ts';

export function listText(names: string[]): string {
  const { language } = reader();
  // English lists are as most of the world writes them, without a comma before "and".
  return new Intl.ListFormat(language.startsWith('en') ? 'en-GB' : language).format(names);
}
