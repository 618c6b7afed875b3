/** Flag: somebody elsewhere, or their server in their name, complains about a member. */
import { receiveReport } from '../../domain/reports.ts';
import { textOf } from '../../lib/html.ts';
import { cutText, irisOf, member } from '../json.ts';
import { naturalText } from '../natural-text.ts';
import type { OnActivity } from './activity.ts';

const maxComment = 5_000;

export const onFlag: OnActivity = async ({ id, actor, json }) => {
  const comment = cutText(textOf(naturalText(json, 'content') ?? ''), maxComment);
  const concerns = await receiveReport(actor.id, {
    iri: id,
    reportedIris: irisOf(member(json, 'object')),
    comment,
  });
  return concerns ? 'done' : 'irrelevant';
};
