/** Domain facts, for the job that sends activities. */
import { z } from 'zod';
import { visibilities } from '../db/vocabulary.ts';

// Facts about collections and their followers, for the job that sends activities

const id = z.number().int().positive();
const iri = z.url();
const common = { id: z.uuid() };
const isUnlisted = z.boolean();

const collectionFacts = [
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

const visibility = z.enum(visibilities);

/** Identifies the fact, so that every retry sends the same activity. */

/** An interaction is recorded by its id in the ledger. */
const onSource = { ...common, sourceId: id };

export const fact = z.discriminatedUnion('fact', [
  z.object({
    ...common,
    fact: z.enum(['item.published', 'item.updated']),
    eventableId: id,
    /** Accounts that the item mentions are being looked up. */
    hasPendingMentions: z.boolean().optional(),
  }),
  /** `visibility` is the one before the item was restricted to fewer people. */
  z.object({ ...common, fact: z.literal('item.restricted'), eventableId: id, visibility }),
  z.object({
    ...common,
    fact: z.literal('item.deleted'),
    accountId: id,
    objectIri: iri,
    visibility,
    mentionedIds: z.array(id),
  }),
  z.object({ ...common, fact: z.enum(['account.updated', 'account.deleted']), accountId: id }),
  z.object({ ...common, fact: z.literal('account.moved'), accountId: id, targetIri: iri }),
  z.object({ ...onSource, fact: z.enum(['like.created', 'like.deleted', 'boost.created']) }),
  z.object({ ...onSource, fact: z.literal('boost.deleted'), visibility }),
  z.object({ ...onSource, fact: z.enum(['block.created', 'block.deleted']) }),
  z.object({
    ...onSource,
    fact: z.enum(['follow.created', 'follow.deleted', 'follow.accepted', 'follow.rejected']),
  }),
  z.object({ ...common, fact: z.enum(['pin.created', 'pin.deleted']), accountId: id, objectIri: iri }),
  z.object({ ...common, fact: z.literal('report.created'), accountId: id, reportId: id }),
  z.object({ ...common, fact: z.literal('quote.requested'), eventableId: id }),
  /** `eventableId` is the quoting status, `accountId` the author of the quoted item. */
  z.object({
    ...common,
    fact: z.literal('quote.accepted'),
    accountId: id,
    eventableId: id,
    requestIri: iri,
  }),
  /** `objectIri` is the authorization, `targetId` the quoting account. */
  z.object({ ...common, fact: z.literal('quote.revoked'), accountId: id, targetId: id, objectIri: iri }),
  z.object({
    ...common,
    fact: z.literal('quote.rejected'),
    accountId: id,
    targetId: id,
    requestIri: iri,
    objectIri: iri,
    instrumentIri: iri.nullable(),
  }),
  ...collectionFacts,
]);

export type Fact = z.infer<typeof fact>;
export type FactName = Fact['fact'];
/** The facts with this name, including entries that several names share. */
export type FactOf<Name extends FactName, F = Fact> = F extends { fact: infer Names }
  ? Name extends Names
    ? F
    : never
  : never;
type WithoutId<F> = F extends Fact ? Omit<F, 'id'> & { id?: string } : never;
export type NewFact = WithoutId<Fact>;
