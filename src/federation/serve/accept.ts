/** Tells from a request's Accept header whether it is for a program that reads ActivityPub or for somebody who reads pages. */

const activityTypes = new Set(['application/activity+json', 'application/ld+json']);
const anyActivityTypes = new Set([...activityTypes, 'application/json', 'application/*', '*/*']);
const pageTypes = new Set(['text/html', 'application/xhtml+xml', 'text/*']);

/** At an object's own address: a page is wanted when it is named and preferred, as browsers do; the rest get the object. */
export function asksForPage(accept: string | null): boolean {
  const page = quality(accept, pageTypes);
  return page > 0 && page > quality(accept, anyActivityTypes);
}

/** At a page's address: the object is wanted when its type is named and not below that of the page. */
export function asksForActivity(accept: string | null): boolean {
  const activity = quality(accept, activityTypes);
  return activity > 0 && activity >= quality(accept, pageTypes);
}

/** The highest weight (RFC 9110, 12.4.2) given to one of the types. */
function quality(accept: string | null, types: Set<string>): number {
  const weights = (accept ?? '').slice(0, 1_000).split(',').map(readRange);
  return Math.max(0, ...weights.filter(({ type }) => types.has(type)).map(({ weight }) => weight));
}

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
  const given = params.find((param) => param.startsWith('q='))?.slice(2);
  const weight = given === undefined ? 1 : Number(given);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
