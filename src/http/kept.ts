/** Answers kept as text, for as long as nothing they show has changed. */
import { hash } from 'node:crypto';
import { createLru } from '../lib/lru.ts';
import type { Call, Route } from './route.ts';
import { Stamped } from './stamped.ts';

export interface Rendered {
  text: string;
  etag: string;
}

const maxBytes = 64 * 2 ** 20;
/** A string takes up to two bytes for each of its units; the stamp and the rest of an entry are small. */
const kept = createLru<Rendered & { stamp: string }>(maxBytes, ({ text }) => 2 * text.length + 500);

/** What the handler answers, or has answered under the same stamp. */
export async function renderOnce(
  route: Route,
  call: Call<'public', unknown, unknown, unknown>,
): Promise<Rendered> {
  const { viewer, params, query } = call;
  const key = `${route.path} ${viewer.accountId} ${JSON.stringify([params, query])}`;
  const known = kept.get(key);
  // What is not known needs no question: it comes with its stamp.
  if (known && (await route.stamp?.(call)) === known.stamp) return known;

  const answer = await route.handler(call, 0);
  if (!(answer instanceof Stamped)) return rendered(answer);
  const fresh = { ...rendered(answer.value), stamp: answer.stamp };
  kept.set(key, fresh);
  return fresh;
}

function rendered(value: unknown): Rendered {
  const text = JSON.stringify(value);
  return { text, etag: `W/"${hash('sha1', text, 'base64url')}"` };
}
