/** Statuses: notes, and whatever else of other servers is worth showing. */
import type { Status } from '../../domain/eventables/eventable.ts';

import { cutText, type JsonObject, type Reading, refused, typesOf, understood } from '../json.ts';
import { naturalText } from '../natural-text.ts';
import { readBody } from './body.ts';
import { type CommonReading, toCommon } from './common.ts';
import { ownPictures } from './own-pictures.ts';
import { caps, nothingCooked, type RemoteObject } from './remote-object.ts';
import { readSummary, toSummary } from './summary.ts';
import type { Addressed } from './tags.ts';

/** Here a summary is a content warning; in the others it sums up. */
const warns = ['Note', 'Question', 'Image'];

/** Whose item is answered is mentioned, or nobody there would be told. */
export const toStatus = (status: Status, answered: Addressed | null): JsonObject => ({
  id: status.iri,
  type: 'Note',
  ...(status.spoilerText !== '' && { summary: toSummary(status.spoilerText) }),
  ...toCommon(status, {
    html: status.contentHtml,
    alsoAddressed: answered ? [answered] : [],
  }),
  sensitive: status.sensitive,
  ...(status.inReplyToIri !== null && { inReplyTo: status.inReplyToIri }),
});

export function readStatus(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const types = typesOf(json);
  const media = [...ownPictures(json, types), ...common.media].slice(0, caps.media);
  const body = readBody(json, types);

  if (common.inReplyToIri !== null && isVote(json, types, media.length))
    return refused('is a vote in a poll');
  if (body.contentHtml === '' && media.length === 0) return refused('is empty');

  const warning = types.some((type) => warns.includes(type)) ? naturalText(json, 'summary') : null;
  return understood({
    ...nothingCooked,
    ...common,
    ...body,
    media,
    type: 'status',
    spoilerText: cutText(readSummary(warning ?? ''), caps.spoiler),
  });
}

/** A vote is a note that has a name and nothing to say. */
const isVote = (json: JsonObject, types: string[], pictures: number): boolean =>
  types.includes('Note') &&
  pictures === 0 &&
  !naturalText(json, 'content') &&
  naturalText(json, 'name') !== null;
