/** Facts about collections and their followers, for the job that sends activities. */
import { z } from 'zod';

const id = z.number().int().positive();
const iri = z.url();
const common = { id: z.uuid() };
const isUnlisted = z.boolean();

export const collectionFacts = [
  z.object({ ...common, fact: z.literal('collection.updated'), collectionId: id }),
  /** `recipientIds` are followers, because the follows are gone by the time the activity is built. */
  z.object({
    ...common,
    fact: z.literal('collection.deleted'),
    accountId: id,
    objectIri: iri,
    isUnlisted,
    recipientIds: z.array(id),
  }),
  z.object({
    ...common,
    fact: z.enum(['collection-item.added', 'collection-item.removed']),
    collectionId: id,
    objectIri: iri,
  }),
  z.object({
    ...common,
    fact: z.enum(['collection-follow.created', 'collection-follow.deleted']),
    accountId: id,
    ownerId: id,
    collectionIri: iri,
    followIri: iri,
  }),
  z.object({
    ...common,
    fact: z.literal('collection-follow.accepted'),
    accountId: id,
    followerId: id,
    collectionIri: iri,
    followIri: iri,
  }),
] as const;
