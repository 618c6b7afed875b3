/** Reads a recipe's tags, language, source URL and times. */
import { canonicalTag } from '../lib/language/languages.ts';
import { t } from '../lib/language/text.ts';
import { lazy } from '../lib/lazy.ts';
import { parseDuration } from './duration.ts';
import { LIMITS, quote } from './import-result.ts';
import { findProperty, findText, isNode, type Node, toList } from './json-ld.ts';
import { toPlainLine } from './rich-text.ts';
import { listWords } from './words.ts';

/** Tags by the English or own name of a language. */
const languages = lazy(() => new Map(listWords('language').map(({ word, meaning }) => [word, meaning])));

/**
 * Returns categories, cuisines and keywords as tags, in lower case, each once. Too long ones are dropped, not cut. Of
 * too many, the keywords stay, since a recipe has its categories and cuisines as details too.
 */
export function readTags(node: Node): string[] {
  const keywords = new Set([...new Set(wordsIn(node, 'keywords'))].slice(0, LIMITS.tags));
  const others = new Set([...wordsIn(node, 'recipeCategory'), ...wordsIn(node, 'recipeCuisine')]);
  let free = LIMITS.tags - keywords.size;
  const fitting = [...others].filter((word) => {
    if (!keywords.has(word)) free -= 1;
    return keywords.has(word) || free >= 0;
  });
  return [...new Set([...fitting, ...keywords])];
}

const wordsIn = (node: Node, property: string): string[] =>
  toList(findProperty(node, property))
    .slice(0, 200)
    .map((value) => toPlainLine(findText(value)))
    .flatMap((text) => text.slice(0, 5_000).split(/[,;|、，]/))
    .map((word) => word.trim().replace(/^#+/, '').toLowerCase().trim())
    .filter((word) => word.length > 1 && [...word].length <= LIMITS.tag && /\p{L}/u.test(word));

/** Converts a language tag or an English or native language name to a canonical BCP 47 tag, or null. */
export function readLocale(value: unknown): string | null {
  const language = isNode(value) ? findProperty(value, 'alternateName', 'name') : toList(value)[0];
  const text = findText(language)?.trim().slice(0, 40);
  if (!text) return null;

  const known = languages().get(text.toLowerCase());
  if (known) return known;
  if (!/^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/i.test(text) || /^und$/i.test(text)) return null;
  return canonicalTag(text.replaceAll('_', '-'));
}

/** Returns the recipe's http(s) URL without fragment. */
export function readSourceUrl(node: Node): string | null {
  const candidates = ['url', 'mainEntityOfPage', '@id', 'isBasedOn', 'isBasedOnUrl'].flatMap((name) =>
    toList(findProperty(node, name))
      .slice(0, 5)
      .map((value) => (isNode(value) ? findProperty(value, '@id', 'url') : value)),
  );
  return candidates.map(webUrl).find((url) => url !== null) ?? null;
}

/** Returns null unless the value is an absolute http(s) URL. */
export function webUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000 || !/^\s*https?:\/\//i.test(value)) return null;

  const url = URL.parse(value.trim());
  if (url?.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}

/** Zero counts as not given: many sites fill it in for nothing. */
export function readTimes(node: Node, notUnderstood: string[]): { prepTime: number | null; cookTime: number | null } {
  const read = (name: string) => {
    const stated = statedTime(node, name);
    const seconds = parseDuration(stated);
    if (seconds === null && stated !== null && !/^P[T0DHMS]{0,6}$/i.test(String(stated))) {
      notUnderstood.push(t('reading.not-a-duration', { field: name, value: quote(stated) }));
    }
    return seconds || null;
  };

  const prepTime = read('prepTime');
  const cookTime = read('cookTime') ?? read('performTime');
  if (prepTime === null && cookTime === null && read('totalTime') !== null)
    notUnderstood.push(t('reading.only-total-time'));
  return { prepTime, cookTime };
}

/** Seconds of the first of these properties, or null. Zero counts as not given. */
export const secondsIn = (node: Node, ...names: string[]): number | null =>
  parseDuration(statedTime(node, ...names)) || null;

function statedTime(node: Node, ...names: string[]): string | number | null {
  const stated = toList(findProperty(node, ...names))[0];
  const value = isNode(stated) ? (findProperty(stated, '@value', 'maxValue', 'value', 'minValue') ?? stated) : stated;
  return typeof value === 'number' ? value : findText(value);
}
