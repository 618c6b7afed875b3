/** Serves local activities: the same bytes that were delivered. */

import { findSentActivity } from '../deliver/stored-activity.ts';
import { activityTypeOf } from '../ledger/kinds.ts';
import { findUndone } from '../ledger/undo.ts';
import { renderText, respond, respondGone, respondNotFound } from './response.ts';

export async function serveActivity(request: Request, iri: string): Promise<Response> {
  const body = await findSentActivity(iri);
  if (body !== null) return respond(request, renderText(body), 'public');

  const undone = await findUndone(iri);
  if (!undone) return respondNotFound(request);
  return respondGone(request, { iri, formerType: activityTypeOf(undone.type), deletedAt: undone.at });
}
