/** Serves the actor documents of local accounts. */
import { type Account, findAccount, isLocal } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { config } from '../../lib/config.ts';
import { withContext } from '../json-ld/context.ts';
import { toActor } from '../objects/actor-document.ts';
import { verifyGet } from '../verify/verify-get.ts';
import { asksForPage } from './accept-header.ts';
import { renderCached } from './render-cache.ts';
import {
  redirectToPage,
  render,
  respond,
  respondGone,
  respondNotFound,
  respondUnsigned,
} from './response.ts';

export async function serveActor(request: Request, id: number): Promise<Response> {
  const account = await findAccount(id);
  if (!account?.iri || !isLocal(account)) return respondNotFound(request);

  const { iri, actorType, url, deletedAt, suspendedAt } = account;
  const isActive = !deletedAt && !suspendedAt;
  if (isActive && url && asksForPage(request.headers.get('accept'))) return redirectToPage(url);
  // Other servers verify our GETs with the instance actor's key, so it is served without a signature.
  const isOpen = !config.authorizedFetch || actorType === 'Application';
  if (!isOpen && !(await verifyGet(request))) return respondUnsigned();
  if (deletedAt) return respondGone(request, { iri, formerType: actorType, deletedAt });

  const key = suspendedAt ? `${iri} suspended` : iri;
  const rendered = await renderCached(key, account.updatedAt.getTime(), () => renderActor(account));
  return respond(request, rendered!, 'public');
}

async function renderActor(account: Account) {
  const keys = await getKeyPairs(account.id);
  const movedTo = account.movedToId === null ? null : await findAccount(account.movedToId);
  return render(withContext(toActor(account, keys, { movedToIri: movedTo?.iri })));
}
