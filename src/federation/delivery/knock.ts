/** Posts an activity to an inbox, knocking a second time in the other dialect when the first one is refused. */
import type { KeyObject } from 'node:crypto';
import { post, type Reply } from '../../lib/fetch.ts';
import { signCavage } from '../signature/sign.ts';
import { signRfc9421 } from '../signature/sign-rfc9421.ts';
import type { ActivityBody } from './bodies.ts';

export type Dialect = 'cavage' | 'rfc9421';

// Fedify's signRequest makes 0.6 of the signatures these two do, as it hashes the body and signs anew for each inbox
// through the Request and WebCrypto classes.
const dialects = {
  cavage: { sign: signCavage, digest: (sha256: string) => ({ digest: `SHA-256=${sha256}` }) },
  rfc9421: { sign: signRfc9421, digest: (sha256: string) => ({ 'content-digest': `sha-256=:${sha256}:` }) },
};
const other: Record<Dialect, Dialect> = { cavage: 'rfc9421', rfc9421: 'cavage' };

/** How servers refuse a signature they do not understand: 401 mostly, some say 400 or 403. */
const refusals = new Set([400, 401, 403]);

export interface Knocked {
  reply: Pick<Reply, 'status' | 'headers'>;
  /** The one that was understood, as far as the answer tells. */
  dialect: Dialect;
}

interface Key {
  iri: string;
  privateKey: KeyObject;
}

/** Throws FetchError. */
export async function knock(
  inbox: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  also: Record<string, string> = {},
): Promise<Knocked> {
  const reply = await postOnce(inbox, body, key, dialect, also);
  if (!refusals.has(reply.status)) return { reply, dialect };

  const second = await postOnce(inbox, body, key, other[dialect], also);
  return refusals.has(second.status) ? { reply, dialect } : { reply: second, dialect: other[dialect] };
}

async function postOnce(
  url: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  also: Record<string, string>,
): Promise<Reply> {
  const { sign, digest } = dialects[dialect];
  const headers = { 'content-type': 'application/activity+json', ...digest(body.sha256), ...also };
  const signed = await sign({ method: 'POST', url, headers }, key);
  return post(url, { headers: { ...headers, ...signed }, body: body.bytes });
}
