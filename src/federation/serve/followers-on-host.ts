/** Serves a remote server the followers that a local account has on it (FEP-8fcf). */
import type { Account } from '../../domain/accounts/account.ts';
import { listFollowersOnHost } from '../../domain/accounts/remote.ts';
import { iris } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import { verifyGet } from '../verify/verify-get.ts';
import { render, respond, respondUnsigned } from './response.ts';

/** The signer sees only the followers on its own server. */
export async function serveFollowersOnHost(request: Request, { id }: Account): Promise<Response> {
  const signer = await verifyGet(request);
  if (!signer) return respondUnsigned();
  const items = await listFollowersOnHost(id, signer.host);
  const document = { id: iris.followersSynchronization(id), type: 'OrderedCollection', orderedItems: items };
  return respond(request, render(withContext(document)), 'signer');
}
