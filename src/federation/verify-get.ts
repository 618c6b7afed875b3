/** Tells on behalf of which server a document is asked for. */
import { findAccount } from '../domain/accounts/account.ts';
import { isOurs } from '../lib/iris.ts';
import { isBlocked } from './blocked-hosts.ts';
import { verifySigner } from './keys/verify.ts';
import { ownUrl } from './own-url.ts';
import { Refusal } from './refusal.ts';
import { ResolveError } from './resolve/error.ts';
import { isKeyId, readSignature } from './signature/read.ts';

/** Says itself that it comes from a server that is blocked: then it need not be true to be refused. */
export async function isFromBlocked(request: Request): Promise<boolean> {
  if (!request.headers.has('signature')) return false;
  try {
    const { method, headers } = request;
    const { keyId } = readSignature({ method, url: ownUrl(request), headers, body: null });
    return isKeyId(keyId) && (await isBlocked(keyId));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Null when the request bears no signature, or none that is believed. */
export async function verifyGet(request: Request): Promise<{ host: string } | null> {
  try {
    const { method, headers } = request;
    const claim = readSignature({ method, url: ownUrl(request), headers, body: null });
    if (!isKeyId(claim.keyId) || isOurs(claim.keyId) || (await isBlocked(claim.keyId))) return null;

    const { actorIri, accountId } = await verifySigner(claim);
    const account = await findAccount(accountId);
    return account && !account.suspendedAt ? { host: new URL(actorIri).host } : null;
  } catch (error) {
    if (error instanceof Refusal || error instanceof ResolveError) return null;
    throw error;
  }
}
