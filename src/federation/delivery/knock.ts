/** Posts an activity to an inbox, knocking a second time in the other dialect when the first one is refused. */
import { post, type Reply } from '../../lib/fetch.ts';
import { signCavage } from '../signing/cavage.ts';
import type { Dialect, Signer, SigningKey } from '../signing/dialect.ts';
import { signRfc9421 } from '../signing/rfc9421.ts';
import type { ActivityBody } from './bodies.ts';

const signers: Record<Dialect, Signer> = { cavage: signCavage, rfc9421: signRfc9421 };
const other: Record<Dialect, Dialect> = { cavage: 'rfc9421', rfc9421: 'cavage' };

/** How servers refuse a signature they do not understand: 401 mostly, 400 (snac, Pixelfed) and 403 (Akkoma) as well. */
const refusals = new Set([400, 401, 403]);

export interface Knocked {
  reply: Pick<Reply, 'status' | 'headers'>;
  /** The one that was understood, as far as the answer tells. */
  dialect: Dialect;
}

/** Throws FetchError. */
export async function knock(
  inbox: string,
  body: ActivityBody,
  key: SigningKey,
  dialect: Dialect,
): Promise<Knocked> {
  const reply = await postOnce(inbox, body, key, dialect);
  if (!refusals.has(reply.status)) return { reply, dialect };

  const second = await postOnce(inbox, body, key, other[dialect]);
  return refusals.has(second.status) ? { reply, dialect } : { reply: second, dialect: other[dialect] };
}

async function postOnce(inbox: string, body: ActivityBody, key: SigningKey, dialect: Dialect) {
  const url = new URL(inbox);
  const type = 'application/activity+json';
  const headers = await signers[dialect]({ method: 'POST', url, body: { type, sha256: body.sha256 } }, key);
  return post(inbox, { headers, body: body.bytes });
}
