/** Documents for everybody, rendered once for many askers. */
import { createLru } from '../../lib/lru.ts';
import type { Rendered } from './answer.ts';

const maxBytes = 64 * 2 ** 20;
/** What a version does not tell of, such as counts, and whether an item linked may be named, is at most this old, in ms. */
const maxAge = 60_000;

const kept = createLru<{ rendered: Rendered; at: number }>(maxBytes, ({ rendered }) => rendered.bytes.length);

/** `render` answers null for what is not there after all. */
export async function renderOnce(
  iri: string,
  version: number,
  render: () => Promise<Rendered | null>,
): Promise<Rendered | null> {
  const key = `${version} ${iri}`;
  const known = kept.get(key);
  if (known && Date.now() - known.at < maxAge) return known.rendered;

  const rendered = await render();
  if (rendered) kept.set(key, { rendered, at: Date.now() });
  return rendered;
}
