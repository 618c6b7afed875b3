/** Maps terms of the known vocabularies to the short names we use. */

export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public';
export const POTLUCK = 'https://w3id.org/potluck#';
export const SCHEMA_RECIPE = 'http://schema.org/Recipe';

const publicNames = new Set([PUBLIC, 'http://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public']);

const prefixes = [
  'as:',
  'https://www.w3.org/ns/activitystreams#',
  'http://www.w3.org/ns/activitystreams#',
  'schema:',
  'http://schema.org/',
  'https://schema.org/',
  'http://schema.org#',
  'sc:',
  'potluck:',
  POTLUCK,
  'sec:',
  'https://w3id.org/security#',
  'toot:',
  'http://joinmastodon.org/ns#',
];

/** All spellings of schema.org's namespace that occur in practice. */
const recipeNames = new Set(
  ['', 'schema:', 'http://schema.org/', 'https://schema.org/', 'http://schema.org#', 'sc:'].map(
    (prefix) => `${prefix}Recipe`,
  ),
);

const known = new Map<string, string[]>([
  ['id', ['id', '@id']],
  ['type', ['type', '@type']],
]);

/** Returns all names of a term in documents. Results are cached, so call it only with terms from our code. */
export function namesOf(term: string): string[] {
  let names = known.get(term);
  if (!names) {
    // Object keys are interned, which makes member lookups several times faster.
    names = Object.keys(Object.fromEntries(['', ...prefixes].map((prefix) => [prefix + term, true])));
    known.set(term, names);
  }
  return names;
}

/** Returns the term without its namespace: `Note` for `as:Note`. Unknown IRIs are returned unchanged. */
export function shortName(term: string): string {
  if (!term.includes(':')) return term;
  const prefix = prefixes.find((each) => term.startsWith(each));
  return prefix === undefined ? term : term.slice(prefix.length);
}

export function isPublicName(name: string): boolean {
  return publicNames.has(name);
}

export function isSchemaRecipe(type: string): boolean {
  return recipeNames.has(type);
}
