/** What happened, for the job that tells other servers. */
import { z } from 'zod';

const id = z.number().int().positive();
const iri = z.url();

/** `activity` is the IRI minted with it. */
export const happening = z.discriminatedUnion('verb', [
  z.object({ verb: z.enum(['Create', 'Update']), activity: iri, eventableId: id }),
  z.object({
    verb: z.literal('Delete'),
    activity: iri,
    accountId: id,
    objectIri: iri,
    visibility: z.enum(['public', 'unlisted', 'private', 'direct']),
    mentionedIds: z.array(id),
  }),
  z.object({
    verb: z.literal('Withdraw'),
    activity: iri,
    eventableId: id,
    visibility: z.enum(['public', 'unlisted', 'private', 'direct']),
  }),
  z.object({ verb: z.enum(['UpdateActor', 'DeleteActor']), activity: iri, accountId: id }),
  z.object({ verb: z.literal('Announce'), activity: iri, boostId: id }),
  z.object({
    verb: z.literal('UndoAnnounce'),
    activity: iri,
    accountId: id,
    announceIri: iri,
    objectIri: iri,
    authorId: id,
    visibility: z.enum(['public', 'unlisted', 'private', 'direct']),
  }),
  z.object({ verb: z.literal('Like'), activity: iri, likeId: id }),
  z.object({
    verb: z.literal('UndoLike'),
    activity: iri,
    accountId: id,
    likeIri: iri,
    objectIri: iri,
    authorId: id,
  }),
  z.object({
    verb: z.enum(['Block', 'UndoBlock']),
    activity: iri,
    accountId: id,
    targetId: id,
    blockIri: iri,
  }),
  z.object({
    verb: z.enum(['Follow', 'UndoFollow']),
    activity: iri,
    accountId: id,
    targetId: id,
    followIri: iri,
  }),
  z.object({
    verb: z.enum(['Accept', 'Reject']),
    activity: iri,
    accountId: id,
    targetId: id,
    followIri: iri,
  }),
  z.object({ verb: z.literal('Move'), activity: iri, accountId: id, targetIri: iri }),
  z.object({ verb: z.enum(['Add', 'Remove']), activity: iri, accountId: id, objectIri: iri }),
  z.object({ verb: z.literal('Flag'), activity: iri, accountId: id, reportId: id }),
  z.object({
    verb: z.literal('RejectQuote'),
    activity: iri,
    accountId: id,
    targetId: id,
    requestIri: iri,
    objectIri: iri,
    instrumentIri: iri.nullable(),
  }),
]);

export type Happening = z.infer<typeof happening>;
