/** Flag: a remote account or its server reports a local account. */
import { rejectsReportsFrom } from '../../domain/moderation/domain-rules.ts';
import { receiveReport } from '../../domain/moderation/reports.ts';
import { textOf } from '../../lib/html/html.ts';
import { cutText, irisOf, member } from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import type { OnActivity } from './activity.ts';

const maxComment = 5_000;

export const onFlag: OnActivity = async ({ id, actor, json }) => {
  if (await rejectsReportsFrom(actor.iri)) return 'ignored';
  const comment = cutText(textOf(naturalText(json, 'content') ?? ''), maxComment);
  const concerns = await receiveReport(actor.id, {
    iri: id,
    reportedIris: irisOf(member(json, 'object')),
    comment,
  });
  return concerns ? 'done' : 'irrelevant';
};
