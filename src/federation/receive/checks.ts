/** Checks an inbox POST before its signature is verified. Each check throws a Refusal. */
import { findAccount, isLocal } from '../../domain/accounts/account.ts';
import { isBlockedUrl } from '../../domain/moderation/blocked-hosts.ts';
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

/** `iri` is the id of the signing key or of the actor. */
export async function checkSender(iri: string): Promise<void> {
  if (!isKeyId(iri)) throw new Refusal(401, 'the key id is not an http(s) IRI of at most 1,024 bytes');
  if (isLocalIri(iri)) throw new Refusal(403, 'a local account cannot send to this inbox');
  if (await isBlockedUrl(iri)) throw new Refusal(403, 'the server is blocked');
}

export async function checkRecipient(id: number | null): Promise<void> {
  if (id === null) return;
  const account = await findAccount(id);
  if (!account || !isLocal(account) || account.deletedAt) throw new Refusal(404, 'there is no such inbox');
}
