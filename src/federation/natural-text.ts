/** Text in a natural language, with the language where the document tells. */
import { isObject, type JsonObject, listOf, member, stringOf } from './json.ts';

export interface NaturalText {
  text: string;
  /** BCP 47, `und` if unknown. */
  language: string;
}

/** The member, or the best of its map (`contentMap` of `content`); null when there is neither. */
export function naturalText(object: JsonObject, term: 'name' | 'summary' | 'content'): NaturalText | null {
  const versions = versionsOf(member(object, `${term}Map`));
  const text = stringOf(member(object, term));

  if (text === null) return versions[0] ?? null;
  const version = versions.find((each) => each.text === text) ?? (versions.length === 1 ? versions[0] : null);
  return { text, language: version?.language ?? taggedLanguage(member(object, term)) };
}

/** A language tag in its canonical form; `und` for what is none. */
function languageOf(value: unknown): string {
  const tag = stringOf(value, 36);
  if (tag === null || !/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag)) return 'und';

  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

/** The language a whole document claims: `inLanguage`, PeerTube's `language`, or its context's. */
export function documentLanguage(object: JsonObject): string {
  const own = languageOf(member(object, 'inLanguage'));
  if (own !== 'und') return own;

  const language = member(object, 'language');
  const named = languageOf(isObject(language) ? member(language, 'identifier') : language);
  if (named !== 'und') return named;

  const contexts = listOf(object['@context']).filter(isObject);
  return languageOf(contexts.find((context) => Object.hasOwn(context, '@language'))?.['@language']);
}

function versionsOf(map: unknown): NaturalText[] {
  if (!isObject(map)) return [];
  return Object.entries(map)
    .slice(0, 50)
    .map(([tag, value]) => ({ text: stringOf(value), language: languageOf(tag) }))
    .filter((version): version is NaturalText => version.text !== null);
}

function taggedLanguage(value: unknown): string {
  const first = listOf(value)[0];
  return languageOf(isObject(first) ? first['@language'] : null);
}
