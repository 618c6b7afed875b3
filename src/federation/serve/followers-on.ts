/** Tells a server which followers of an account of ours we take it to have (FEP-8fcf). */
import { listFollowersOn } from '../../db/sql/follower-digests.ts';
import { db } from '../../db/statement.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { iris } from '../../lib/iris.ts';
import { withContext } from '../context.ts';
import { verifyGet } from '../verify-get.ts';
import { answer, answerUnsigned, render } from './answer.ts';

/** Whoever signs sees those of their own server alone. */
export async function serveFollowersOn(request: Request, { id }: Account): Promise<Response> {
  const signer = await verifyGet(request);
  if (!signer) return answerUnsigned();
  const items = (await listFollowersOn(db, id, signer.host)).map(({ iri }) => iri);
  const document = { id: iris.followersOn(id), type: 'OrderedCollection', orderedItems: items };
  return answer(request, render(withContext(document)), 'asker');
}
