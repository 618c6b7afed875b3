/** Serves activities of ours by their IRI: the very bytes that were delivered. */
import { findPublicActivity } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { answer, answerGone, answerMissing, renderText } from './answer.ts';

export async function serveActivity(request: Request, iri: string): Promise<Response> {
  const [activity] = await findPublicActivity(db, null, null, iri);
  if (activity) return answer(request, renderText(activity.body), 'everybody');

  const tombstone = await findTombstone(iri);
  return tombstone ? answerGone(request, tombstone) : answerMissing(request);
}
