/** The vocabularies that documents speak, and their terms by the short names we use. */

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

/** In the spellings of schema.org's namespace that occur. */
const recipeNames = new Set(
  ['', 'schema:', 'http://schema.org/', 'https://schema.org/', 'http://schema.org#', 'sc:'].map(
    (prefix) => `${prefix}Recipe`,
  ),
);

const known = new Map<string, string[]>([
  ['id', ['id', '@id']],
  ['type', ['type', '@type']],
]);

/** Every name under which a document may carry a term. Meant for terms we know, not for those of strangers. */
export function namesOf(term: string): string[] {
  let names = known.get(term);
  if (!names) {
    // As keys, for members are found some times faster by such than by strings put together.
    names = Object.keys(Object.fromEntries(['', ...prefixes].map((prefix) => [prefix + term, true])));
    known.set(term, names);
  }
  return names;
}

/** The term without its namespace, as `Note` for `as:Note`; unknown IRIs stay as they are. */
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
