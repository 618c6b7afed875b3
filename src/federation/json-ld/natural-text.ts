/** Reads text in a natural language, and its language. */
import { firstOf, isObject, type JsonObject, listOf, member, stringOf } from './json.ts';

/** Returns the member, or the first entry of its language map (`contentMap`); null when there is neither. */
export function naturalText(object: JsonObject, term: 'name' | 'summary' | 'content'): string | null {
  return stringOf(member(object, term)) ?? versionsOf(object, term)[0]?.text ?? null;
}

/** Returns the BCP 47 language of the text that `naturalText` returns; `und` if unknown. */
export function languageOfText(object: JsonObject, term: 'content'): string {
  const versions = versionsOf(object, term);
  const value = member(object, term);
  const text = stringOf(value);
  if (text === null) return languageOf(versions[0]?.tag);

  const version = versions.length === 1 ? versions[0] : versions.find((each) => each.text === text);
  return languageOf(version ? version.tag : taggedLanguage(value));
}

/** Returns a canonical language tag; `und` for anything else. */
function languageOf(value: unknown): string {
  const tag = stringOf(value, 36);
  if (tag === null || !/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag)) return 'und';

  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

/** Returns the language of a document: from `inLanguage`, PeerTube's `language`, or its context. */
export function documentLanguage(object: JsonObject): string {
  const own = languageOf(member(object, 'inLanguage'));
  if (own !== 'und') return own;

  const language = member(object, 'language');
  const named = languageOf(isObject(language) ? member(language, 'identifier') : language);
  if (named !== 'und') return named;

  const contexts = listOf(object['@context']).filter(isObject);
  return languageOf(contexts.find((context) => Object.hasOwn(context, '@language'))?.['@language']);
}

function versionsOf(object: JsonObject, term: string): { tag: string; text: string }[] {
  const map = member(object, `${term}Map`);
  if (!isObject(map)) return [];
  return Object.entries(map)
    .slice(0, 50)
    .map(([tag, value]) => ({ tag, text: stringOf(value) }))
    .filter((version): version is { tag: string; text: string } => version.text !== null);
}

function taggedLanguage(value: unknown): unknown {
  const first = firstOf(value);
  return isObject(first) ? first['@language'] : null;
}
