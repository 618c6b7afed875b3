/** Caches rendered public documents by IRI and version. */
import { LRUCache } from 'lru-cache';
import type { Rendered } from './response.ts';

const maxBytes = 64 * 2 ** 20;
/** Counts and links may change without a new version, so an entry expires. */
const maxAgeMs = 60_000;

const cache = new LRUCache<string, Rendered>({
  maxSize: maxBytes,
  ttl: maxAgeMs,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});

/** `render` returns null when the document does not exist. */
export async function renderCached(
  iri: string,
  version: number,
  render: () => Promise<Rendered | null>,
): Promise<Rendered | null> {
  const key = `${version} ${iri}`;
  const cached = cache.get(key);
  if (cached) return cached;

  const rendered = await render();
  if (rendered) cache.set(key, rendered);
  return rendered;
}
