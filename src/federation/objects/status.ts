/** Converts statuses to Notes, and reads all other supported objects as statuses. */
import type { Status } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import { type JsonObject, type Reading, refused, typesOf, understood } from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { readBody } from './body.ts';
import { type CommonReading, toCommon } from './common-fields.ts';
import { readOwnPictures } from './own-pictures.ts';
import { isSent, readQuote, toQuote, toQuoteFallback, toQuoteLink } from './quote.ts';
import { emptyRecipeFields, limits, type RemoteObject } from './remote-object.ts';
import { toSource } from './source.ts';
import { readWarning, toSummary } from './summary.ts';
import type { Addressed } from './tags.ts';

/** The author of the parent is mentioned, so that their server notifies them. */
export function toStatus(status: Status, parentAuthor: Addressed | null, quote: Quote | null): JsonObject {
  const quoted = isSent(quote) ? status.quoteIri : null;
  return {
    id: status.iri,
    type: 'Note',
    ...(status.spoilerText !== '' && { summary: toSummary(status.spoilerText) }),
    ...toCommon(status, {
      html: quoted === null ? status.contentHtml : toQuoteFallback(quoted) + status.contentHtml,
      alsoAddressed: parentAuthor ? [parentAuthor] : [],
      tags: quoted === null ? [] : [toQuoteLink(quoted)],
    }),
    source: toSource(status.content),
    sensitive: status.sensitive,
    ...(status.inReplyToIri !== null && { inReplyTo: status.inReplyToIri }),
    ...(quote && quoted !== null && toQuote(quoted, quote)),
  };
}

export function readStatus(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const types = typesOf(json);
  const media = [...readOwnPictures(json, types), ...common.media].slice(0, limits.media);
  const quote = readQuote(json);
  const body = readBody(json, types, { withoutQuoteFallback: quote.quoteIri !== null });

  if (common.inReplyToIri !== null && isVote(json, types, media.length))
    return refused('is a vote in a poll');
  if (body.contentHtml === '' && media.length === 0 && quote.quoteIri === null) return refused('is empty');

  return understood({
    ...emptyRecipeFields,
    ...common,
    ...body,
    ...quote,
    media,
    type: 'status',
    spoilerText: readWarning(json, common),
  });
}

/** A vote is a Note with a name and no content. */
const isVote = (json: JsonObject, types: string[], pictures: number): boolean =>
  types.includes('Note') &&
  pictures === 0 &&
  !naturalText(json, 'content') &&
  naturalText(json, 'name') !== null;
