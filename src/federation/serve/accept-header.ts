/** Decides by the Accept header whether to answer with an ActivityPub document or a web page. */

const activityTypes = new Set(['application/activity+json', 'application/ld+json']);
const anyActivityTypes = new Set([...activityTypes, 'application/json', 'application/*', '*/*']);
const pageTypes = new Set(['text/html', 'application/xhtml+xml', 'text/*']);

/** At an object's IRI: a page is served only if HTML is named and preferred, as browsers do. */
export function asksForPage(accept: string | null): boolean {
  const page = quality(accept, pageTypes);
  return page > 0 && page > quality(accept, anyActivityTypes);
}

/** At a page's URL: the object is served only if its type is named and not less preferred than HTML. */
export function asksForActivity(accept: string | null): boolean {
  const activity = quality(accept, activityTypes);
  return activity > 0 && activity >= quality(accept, pageTypes);
}

/** Returns the highest weight (RFC 9110 §12.4.2) of these types. */
function quality(accept: string | null, types: Set<string>): number {
  const weights = (accept ?? '').slice(0, 1_000).split(',').map(readRange);
  return Math.max(0, ...weights.filter(({ type }) => types.has(type)).map(({ weight }) => weight));
}

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = params.find((param) => param.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
