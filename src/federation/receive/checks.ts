/** Checks an inbox POST before its signature is verified. Each check throws a Refusal. */
import { findAccount, isLocal } from '../../domain/accounts/account.ts';
import { isBlockedUrl } from '../../domain/moderation/domain-rules.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { isActivityMedia } from '../json-ld/media-type.ts';
import { Refusal } from '../refusal.ts';
import { isKeyId } from '../verify/signature/read-signature.ts';

export function checkForm({ method, headers }: Request): void {
  if (method !== 'POST') throw new Refusal(405, 'an inbox accepts POST only');
  if (!isActivityMedia(headers.get('content-type'))) {
    throw new Refusal(415, 'the content type must be application/activity+json');
  }
  if (headers.has('content-encoding')) {
    throw new Refusal(415, 'a content encoding is not supported, send the body uncompressed');
  }
}

export function checkKeyId(keyId: string): void {
  if (!isKeyId(keyId)) throw new Refusal(401, 'the key id is not an http(s) IRI of at most 1,024 bytes');
  if (isLocalIri(keyId)) throw new Refusal(403, 'a local account cannot send to this inbox');
}

/**
 * Why nothing by this actor or key has an effect, or null. This is no Refusal, because the sender can do nothing about it and
 * would only try again: servers forward our own activities to all followers of an account, and some of these are ours.
 */
export async function findReasonToIgnore(iri: string): Promise<string | null> {
  if (isLocalIri(iri)) return 'ignored: an activity of this server';
  return (await isBlockedUrl(iri)) ? 'ignored: the server is blocked' : null;
}

export async function checkRecipient(id: number | null): Promise<void> {
  if (id === null) return;
  const account = await findAccount(id);
  if (!account || !isLocal(account) || account.deletedAt) throw new Refusal(404, 'there is no such inbox');
}
