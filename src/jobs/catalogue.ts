/** Lists all jobs with their queue, payload and retry delays. */
import { z } from 'zod';
import { fact } from './fact.ts';

/** Separate queues keep slow jobs from delaying the others. */
export const queueNames = [
  'inbox',
  'delivery',
  'timeline',
  'fetch',
  'upload',
  'media',
  'migration',
  'maintenance',
] as const;
export type QueueName = (typeof queueNames)[number];

export interface JobDefinition<Name extends string, Payload> {
  name: Name;
  queue: QueueName;
  /** Ids and IRIs only, never keys, tokens or text. Validated when enqueued and again when run. */
  payload: z.ZodType<Payload>;
  /** Seconds to wait after the first, second … error. The last value repeats. */
  retry: number[];
  /** Waiting jobs with the same key are merged into one. */
  dedupe?: (payload: Payload) => string;
  /** Short and frequent: new jobs may share a dispatch, so that the queue costs less than the work. */
  isBatched?: true;
}

// Retry delays of jobs, in seconds. The last one repeats.

const quick = [1, 5, 15, 60, 300];
const slow = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200];

type Definition<Payload> = Omit<JobDefinition<string, Payload>, 'name' | 'retry'> & { retry?: number[] };

const job = <const Name extends string, Payload>(
  name: Name,
  { retry = quick, ...definition }: Definition<Payload>,
): JobDefinition<Name, Payload> => ({ name, retry, ...definition });

/** A job that waits at most once. */
const upkeep = <const Name extends string>(name: Name) =>
  job(name, { queue: 'maintenance', payload: z.object({}), dedupe: () => '' });

const id = z.number().int().positive();

/** A job about one row, named by its id, that waits at most once for each. */
const aboutOne = <const Name extends string, const Field extends string>(
  name: Name,
  queue: QueueName,
  field: Field,
): JobDefinition<Name, Record<Field, number>> =>
  job(name, {
    queue,
    payload: z.object({ [field]: id }) as unknown as z.ZodType<Record<Field, number>>,
    dedupe: (payload) => `${payload[field]}`,
  });

/** A job is quarantined after this many errors. */
export const maxErrors = 10;
/** A job is quarantined after this many crashes of its process. */
export const maxCrashes = 5;
/** Or after this many, if the process or a child of it was killed for want of memory. */
export const maxMemoryKills = 2;

const mail = z.object({ mailId: id });

/** The use of an uploaded picture, which decides its sizes. */
const purpose = z.enum(['item', 'avatar', 'header', 'restored']);
export type Purpose = z.infer<typeof purpose>;

const uploaded = z.object({ mediumId: id, key: z.uuid(), purpose });

const iri = z.url();
/** Identifies the fetch budget shared by all jobs with one origin. Absent: the job gets its own. */
const fetchBudgetId = z.uuid().optional();
/** How often it was tried before. */
const tries = z.number().int().optional();

export const jobs = {
  // The queue of deliveries has many slots, which a slow mail server cannot exhaust.

  /** Sends one e-mail. */
  sendMail: job('send-mail', { queue: 'delivery', payload: mail, retry: [30, 120, 600, 1800, 3600] }),
  /** Sends the links to reset a password to the members that a request names. */
  preparePasswordReset: job('prepare-password-reset', { queue: 'delivery', payload: mail }),
  /** Sends members what they missed. */
  sendDigests: upkeep('send-digests'),

  // Items and timelines

  /** Writes an event into the home timelines of local followers. */
  fanOutEvent: job('fan-out-event', {
    queue: 'timeline',
    payload: z.object({ eventId: id }),
    dedupe: ({ eventId }) => `${eventId}`,
    isBatched: true,
  }),
  /** Adds the newest events of a newly followed account to the home timeline of the follower. */
  backfillHome: job('backfill-home', { queue: 'timeline', payload: z.object({ followerId: id, followeeId: id }) }),
  /** Ends follows between a member and a server that the member blocks. Runs again at `until` (ms since 1970). */
  endFollowsWithHost: job('end-follows-with-host', {
    queue: 'maintenance',
    payload: z.object({ accountId: id, host: z.string(), until: z.number().int() }),
  }),
  /** Erases an item that was deleted, and to which too many rows refer for one transaction. */
  eraseItem: aboutOne('erase-item', 'maintenance', 'eventableId'),
  /** Deletes what others did with an item before it became a draft, if it is too much for one transaction. */
  releaseDraft: aboutOne('release-draft', 'maintenance', 'eventableId'),
  /** Replaces the entries of a deleted event in home timelines, if they are too many for one transaction. */
  replaceHomeEntries: job('replace-home-entries', {
    queue: 'maintenance',
    payload: z.object({ eventId: id, eventableId: id }),
    dedupe: ({ eventId }) => `${eventId}`,
  }),
  /**
   * Tells other servers that a collection was deleted or became private, while its follows are there. They are ended by
   * `purgeCollection`.
   */
  unshareCollection: job('unshare-collection', {
    queue: 'maintenance',
    payload: z.object({ collectionId: id, accountId: id, isUnlisted: z.boolean(), factId: z.uuid() }),
  }),
  /** Ends the follows of a collection that is private, and erases one that was deleted. */
  purgeCollection: aboutOne('purge-collection', 'maintenance', 'collectionId'),
  /**
   * Deletes an item that was trashed some seconds ago, unless it was restored. `version` is its version in the trash.
   */
  deleteTrashedItem: job('delete-trashed-item', {
    queue: 'timeline',
    payload: z.object({ eventableId: id, version: z.number().int() }),
  }),

  // Other servers

  /** Builds an activity from a fact, stores its bytes and lists the inboxes that receive it. */
  sendActivity: job('send-activity', { queue: 'timeline', payload: fact, isBatched: true }),
  /** Delivers one activity to one inbox. */
  deliverActivity: job('deliver-activity', {
    queue: 'delivery',
    payload: z.object({ deliveryId: id }),
    retry: slow,
    isBatched: true,
  }),
  /** Processes a received activity. */
  receiveActivity: job('receive-activity', {
    queue: 'inbox',
    payload: z.object({ inboundId: id }),
    retry: [2, 10, 60, 300, 1800],
    isBatched: true,
  }),
  /** Fetches a remote account's profile: unknown → loading. */
  loadAccount: job('load-account', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      /** Its server says that it has changed. */
      isChanged: z.boolean().optional(),
      fetchBudgetId,
    }),
    retry: slow,
    dedupe: ({ accountId, isChanged }) => `${accountId}${isChanged ? ' changed' : ''}`,
  }),
  /** Reads a remote account's newest items: loading → loaded. */
  readOutbox: job('read-outbox', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      /** The outbox was read before and is read again for missed items. */
      isRefresh: z.boolean().optional(),
      fetchBudgetId,
    }),
    retry: slow,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Fetches an object that a local row refers to. */
  loadObject: job('load-object', {
    queue: 'fetch',
    payload: z.object({
      iri,
      tries,
      fetchBudgetId,
      /** How many levels of linked objects to fetch. Absent for an object that was requested directly. */
      depth: z.number().int().min(0).optional(),
      /** The object is discarded unless it replies to this one. */
      expectedInReplyTo: iri.optional(),
      /** How many of its replies to fetch. */
      replies: z.number().int().min(0).optional(),
      /** Its server has answered 404 so often since then (ms since 1970). */
      missing: z.object({ since: z.number().int(), answers: z.number().int() }).optional(),
    }),
    retry: slow,
    dedupe: ({ iri: object }) => object,
  }),
  /** Fetches the item that a remote status quotes, and the approval of its author. */
  verifyQuote: job('verify-quote', {
    queue: 'fetch',
    payload: z.object({
      eventableId: id,
      tries,
      fetchBudgetId,
      /** How many levels of quoted and linked objects to fetch. */
      depth: z.number().int().min(0).optional(),
    }),
    retry: slow,
    dedupe: ({ eventableId }) => `${eventableId}`,
  }),
  /** Fetches the pinned items of a remote account. */
  loadFeatured: job('load-featured', {
    queue: 'fetch',
    payload: z.object({ accountId: id, tries, fetchBudgetId }),
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Fetches a collection on another server again, after a change. */
  loadCollection: job('load-collection', {
    queue: 'fetch',
    payload: z.object({ iri, tries, fetchBudgetId }),
    dedupe: ({ iri: collection }) => collection,
  }),
  /** Fetches some of the unknown items of a remote collection, and then the next ones. */
  loadCollectionItems: aboutOne('load-collection-items', 'fetch', 'collectionId'),
  /** Moves the local followers of an account that moved to its new account. */
  moveFollowers: job('move-followers', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      targetIri: iri,
      /** The Move was sent by the new account instead of the old one (FEP-7628). */
      isPull: z.boolean().optional(),
      tries,
      fetchBudgetId,
    }),
    dedupe: ({ accountId, targetIri, isPull }) => `${accountId} ${targetIri}${isPull ? ' pull' : ''}`,
  }),
  /** Fetches replies to a remote item that are missing locally. */
  loadReplies: job('load-replies', {
    queue: 'fetch',
    payload: z.object({ eventableId: id, maxReplies: z.number().int().min(1) }),
    dedupe: ({ eventableId }) => `${eventableId}`,
  }),
  /** Deletes old remote items that nobody here has to do with, a batch after the other. */
  pruneRemoteItems: job('prune-remote-items', {
    queue: 'maintenance',
    payload: z.object({
      /** The batch begins above this id. */
      after: z.number().int().min(0),
    }),
    dedupe: () => '',
  }),
  /** Writes the outdated rows of the search index again. */
  reindexRecipes: upkeep('reindex-recipes'),
  /** Recomputes the trends. */
  refreshTrending: upkeep('refresh-trending'),

  // Pictures

  /** Creates the sizes of a picture for which its uploader waits, or deletes its files if it was deleted. */
  processUpload: job('process-upload', { queue: 'upload', payload: uploaded }),
  /** The same for a picture for which nobody waits, such as that of an imported recipe. */
  processMedium: job('process-medium', { queue: 'media', payload: uploaded }),
  /** Draws the share picture of a recipe. */
  drawSharePicture: aboutOne('draw-share-picture', 'media', 'recipeId'),
  /** Fetches a remote picture that somebody wants to view. */
  fetchMedium: aboutOne('fetch-medium', 'fetch', 'mediumId'),
  /** Deletes stored files of pictures that no longer exist. */
  deleteFiles: job('delete-files', { queue: 'media', payload: z.object({ keys: z.array(z.uuid()) }) }),

  // Accounts

  /** Sends the `Delete` of a local account, whose content `purgeRemoteAccount` erases then. */
  eraseAccount: job('erase-account', {
    queue: 'maintenance',
    payload: z.object({ accountId: id, factId: z.uuid() }),
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Erases the content of an account that no longer exists, local or remote. */
  purgeRemoteAccount: aboutOne('purge-remote-account', 'maintenance', 'accountId'),
  /** Repairs the local followers of a remote account from the list on its server (FEP-8fcf). */
  synchroniseFollowers: job('synchronise-followers', {
    queue: 'fetch',
    payload: z.object({ accountId: id, url: iri }),
    dedupe: ({ accountId }) => `${accountId}`,
  }),

  // Moderation

  /** Removes what a suspended remote account left here. */
  removeSuspended: aboutOne('remove-suspended', 'maintenance', 'accountId'),
  /** Takes the items of suspended accounts out of the counters of other items, and puts those of restored ones back. */
  applySuspensions: upkeep('apply-suspensions'),
  /** Applies the rule for a server to its accounts, follows and pictures. */
  severDomain: job('sever-domain', {
    queue: 'maintenance',
    payload: z.object({ host: z.string() }),
    dedupe: ({ host }) => host,
  }),
  /** Applies the rules for all servers, after many of them changed. */
  applyDomainRules: upkeep('apply-domain-rules'),
  /** Reads the block lists that this server follows. */
  refreshBlockLists: upkeep('refresh-block-lists'),

  // Members and upkeep

  /** Enqueues fetches of relevant remote profiles that are older than one day. */
  refreshAccounts: upkeep('refresh-accounts'),
  /** Accepts all pending follow requests of an account that is no longer locked. */
  acceptFollowRequests: aboutOne('accept-follow-requests', 'maintenance', 'accountId'),
  /** Runs an import that its owner has confirmed. */
  runImport: aboutOne('run-import', 'migration', 'importId'),
  /** Writes an archive of everything an account has. */
  buildExport: job('build-export', {
    queue: 'migration',
    payload: z.object({ accountId: id, key: z.uuid() }),
    dedupe: ({ key }) => key,
  }),
  /** Follows `name@host` once that account is known. */
  followAddress: job('follow-address', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      address: z.string().max(320),
      /** Hide what the account boosts from the home timeline. */
      hidesBoosts: z.boolean().optional(),
      tries,
    }),
    dedupe: ({ accountId, address }) => `${accountId} ${address}`,
  }),
  /** Deletes expired rows and files. */
  prune: upkeep('prune'),
} as const;

type Jobs = typeof jobs;
type AnyJob = Jobs[keyof Jobs];
export type JobName = AnyJob['name'];
export type Payload<Job> = Job extends { payload: z.ZodType<infer P> } ? P : never;
export type JobNamed<Name extends JobName> = Extract<AnyJob, { name: Name }>;

export const jobByName = Object.fromEntries(Object.values(jobs).map((entry) => [entry.name, entry])) as {
  [Name in JobName]: JobNamed<Name>;
};

/** Names of the jobs that may share a dispatch. */
export const batchedJobs: string[] = Object.values(jobs)
  .filter((entry) => 'isBatched' in entry)
  .map(({ name }) => name);
