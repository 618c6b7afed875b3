/** Chooses the form of a word that goes with a number: 1 egg, 2 eggs, 5 jajek. */
import { createCache } from '../cache.ts';

/** By plural category (CLDR). */
export type PluralForms = Map<string, string>;

/** Reads `one=Ei|other=Eier`. */
export const readForms = (text: string): PluralForms =>
  new Map(text.split('|').map((form) => form.split('=') as [string, string]));

/** Creating one takes 100 µs. Its keys are tags that strangers wrote. */
const rules = createCache<string, Intl.PluralRules>({ max: 200, memoMethod: (tag) => new Intl.PluralRules(tag) });

/** Less than one is in the singular: `½ cup`. `language` is a valid BCP 47 tag. */
export const isSingular = (value: number, language: string): boolean =>
  value < 1 || rules.memo(language).select(value) === 'one';

export function formFor(value: number, forms: PluralForms, language: string): string {
  // A language with more than two forms has one for fractions.
  const category = value < 1 && !forms.has('few') ? 'one' : rules.memo(language).select(value);
  return forms.get(category) ?? forms.get('other')!;
}
