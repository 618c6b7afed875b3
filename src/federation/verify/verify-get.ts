/** Verifies the signature of a GET, which says for which server a document is fetched. */
import { findAccount, type Viewer, viewerOf } from '../../domain/accounts/account.ts';
import { isBlockedUrl } from '../../domain/moderation/domain-rules.ts';
import { DomainError } from '../../lib/errors.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { ownUrl, Refusal } from '../request.ts';
import { verifySigner } from './keys.ts';
import { isSigned, readSignature } from './signature/read-signature.ts';

/** Whether the request names a key on a blocked server. The signature itself is not verified. */
export async function claimsBlockedHost(request: Request): Promise<boolean> {
  if (!isSigned(request.headers)) return false;
  try {
    const { method, headers } = request;
    const { keyId } = readSignature({ method, url: ownUrl(request), headers, body: null });
    return await isBlockedUrl(keyId);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface GetSigner {
  host: string;
  /** A person reads for itself. The instance actor of a server, an Application, reads for its followers there. */
  viewer: Viewer;
}

/**
 * Returns who signed the request, or null when there is no valid signature or the signer is blocked or suspended.
 * Throws rate_limited or unavailable when the key may not be fetched now.
 */
export async function verifyGet(request: Request, requester: string): Promise<GetSigner | null> {
  try {
    const { method, headers } = request;
    const claim = readSignature({ method, url: ownUrl(request), headers, body: null });
    if (isLocalIri(claim.keyId) || (await isBlockedUrl(claim.keyId))) return null;

    const { actorIri, accountId } = await verifySigner(claim, requester);
    const account = await findAccount(accountId);
    if (!account || account.suspendedAt || account.deletedAt) return null;
    const { host } = new URL(actorIri);
    const isInstance = account.actorType === 'Application';
    return { host, viewer: isInstance ? { accountId: null, host } : viewerOf(accountId) };
  } catch (error) {
    if (error instanceof Refusal && error.retryAfterSeconds !== null)
      throw new DomainError(error.status === 429 ? 'rate_limited' : 'unavailable', error.message);
    if (error instanceof Refusal) return null;
    throw error;
  }
}
