/** Serves the actors of our accounts. */
import { type Account, findAccount, isLocal } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { config } from '../../lib/config.ts';
import { withContext } from '../context.ts';
import { toActor } from '../objects/actor-document.ts';
import { verifyGet } from '../verify-get.ts';
import { asksForPage } from './accept.ts';
import { answer, answerElsewhere, answerGone, answerMissing, answerUnsigned, render } from './answer.ts';
import { renderOnce } from './rendered.ts';

export async function serveActor(request: Request, id: number): Promise<Response> {
  const account = await findAccount(id);
  if (!account?.iri || !isLocal(account)) return answerMissing(request);

  const { iri, actorType, url, deletedAt, suspendedAt } = account;
  const there = !deletedAt && !suspendedAt;
  if (there && url && asksForPage(request.headers.get('accept'))) return answerElsewhere(url);
  // The instance actor's key is what others verify our GETs by: asking for it must not take a signature.
  const open = !config.authorizedFetch || actorType === 'Application';
  if (!open && !(await verifyGet(request))) return answerUnsigned();
  if (deletedAt) return answerGone(request, { iri, formerType: actorType, deletedAt });

  const key = suspendedAt ? `${iri} suspended` : iri;
  const rendered = await renderOnce(key, account.updatedAt.getTime(), () => renderActor(account));
  return answer(request, rendered!, 'everybody');
}

async function renderActor(account: Account) {
  const keys = await getKeyPairs(account.id);
  const movedTo = account.movedToId === null ? null : await findAccount(account.movedToId);
  return render(withContext(toActor(account, keys, { movedToIri: movedTo?.iri })));
}
