/** Posts an activity to an inbox, and once more with the other signature dialect when the first is refused. */
import type { KeyObject } from 'node:crypto';
import { type PostResponse, post } from '../../lib/fetch/fetch.ts';
import { signCavage } from '../sign/cavage.ts';
import { signRfc9421 } from '../sign/rfc9421.ts';
import type { ActivityBody } from './activity-body.ts';

export type Dialect = 'cavage' | 'rfc9421';

// Why not Fedify's signRequest: docs/decisions/0012-own-signatures.md.
const dialects = {
  cavage: { sign: signCavage, digest: (sha256: string) => ({ digest: `SHA-256=${sha256}` }) },
  rfc9421: { sign: signRfc9421, digest: (sha256: string) => ({ 'content-digest': `sha-256=:${sha256}:` }) },
};
const other: Record<Dialect, Dialect> = { cavage: 'rfc9421', rfc9421: 'cavage' };

/** Statuses of servers that do not understand a signature: mostly 401, sometimes 400 or 403. */
const refusedStatuses = new Set([400, 401, 403]);

export interface DoubleKnockResult {
  response: Pick<PostResponse, 'status' | 'headers'>;
  /** The dialect that the server accepted, as far as its response shows. */
  dialect: Dialect;
}

interface Key {
  iri: string;
  privateKey: KeyObject;
}

/** Throws FetchError. */
export async function postWithDoubleKnock(
  inbox: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  extraHeaders: Record<string, string> = {},
): Promise<DoubleKnockResult> {
  const first = await postOnce(inbox, body, key, dialect, extraHeaders);
  if (!refusedStatuses.has(first.status)) return { response: first, dialect };

  const second = await postOnce(inbox, body, key, other[dialect], extraHeaders);
  return refusedStatuses.has(second.status)
    ? { response: first, dialect }
    : { response: second, dialect: other[dialect] };
}

async function postOnce(
  url: string,
  body: ActivityBody,
  key: Key,
  dialect: Dialect,
  extraHeaders: Record<string, string>,
): Promise<PostResponse> {
  const { sign, digest } = dialects[dialect];
  const headers = { 'content-type': 'application/activity+json', ...digest(body.sha256), ...extraHeaders };
  const signed = await sign({ method: 'POST', url, headers }, key);
  return post(url, { headers: { ...headers, ...signed }, body: body.bytes });
}
