/** Every job there is. */
import { z } from 'zod';
import { job } from './define.ts';
import { happening } from './happening.ts';

const id = z.number().int().positive();
const iri = z.url();
/** Names what is left of the requests that whatever began this may make us send; a new one when absent. */
const purse = z.uuid().optional();
const quick = [1, 5, 15, 60, 300];
const patient = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200];

/** What an uploaded picture is for. */
const purpose = z.enum(['item', 'avatar', 'restored']);
export type Purpose = z.infer<typeof purpose>;

export const jobs = {
  /** Writes an event into the home timelines of local followers. */
  fanOutEvent: job('fan-out-event', {
    queue: 'timeline',
    payload: z.object({ eventId: id }),
    retry: quick,
    dedupe: ({ eventId }) => `${eventId}`,
  }),
  /** Builds an activity, stores its bytes and lists the inboxes that get it. */
  sendActivity: job('send-activity', { queue: 'timeline', payload: happening, retry: quick }),
  /** Carries one activity to one inbox. */
  deliverActivity: job('deliver-activity', {
    queue: 'delivery',
    payload: z.object({ deliveryId: id }),
    retry: patient,
  }),
  /** Does what an accepted activity says. */
  receiveActivity: job('receive-activity', {
    queue: 'inbox',
    payload: z.object({ inboundId: id }),
    retry: [2, 10, 60, 300, 1800],
  }),
  /** Fetches a remote account's profile: unknown → loading. */
  loadAccount: job('load-account', {
    queue: 'fetch',
    payload: z.object({ accountId: id, purse }),
    retry: patient,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Reads a remote account's newest items: loading → loaded. */
  readOutbox: job('read-outbox', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      /** It was read before; this time for what was missed meanwhile. */
      again: z.boolean().optional(),
      purse,
    }),
    retry: patient,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Fetches an object that something here points at. */
  loadObject: job('load-object', {
    queue: 'fetch',
    payload: z.object({
      iri,
      tries: z.number().int().optional(),
      purse,
      /** How far away what it points at may be; absent for what was asked for itself. */
      depth: z.number().int().min(0).optional(),
      /** What it must answer, or it is not wanted. */
      answering: iri.optional(),
      /** How many replies to it are wanted in turn. */
      replies: z.number().int().min(0).optional(),
    }),
    retry: patient,
    dedupe: ({ iri: object }) => object,
  }),
  /** Reads what a remote account shows first. */
  loadFeatured: job('load-featured', {
    queue: 'fetch',
    payload: z.object({ accountId: id, tries: z.number().int().optional(), purse }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Has the followers here of an account that moved follow the new one. */
  moveFollowers: job('move-followers', {
    queue: 'fetch',
    payload: z.object({
      accountId: id,
      targetIri: iri,
      /** It was the target who said so. */
      pulled: z.boolean().optional(),
      tries: z.number().int().optional(),
      purse,
    }),
    retry: quick,
    dedupe: ({ accountId, targetIri, pulled }) => `${accountId} ${targetIri}${pulled ? ' pulled' : ''}`,
  }),
  /** Fetches replies to an item of another server that are missing here. */
  loadReplies: job('load-replies', {
    queue: 'fetch',
    payload: z.object({ eventableId: id, most: z.number().int().min(1) }),
    retry: quick,
    dedupe: ({ eventableId }) => `${eventableId}`,
  }),
  /** Computes the trends. */
  refreshTrending: job('refresh-trending', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
  /** Makes the sizes of an uploaded picture; what is stored under the key of one that is gone is removed. */
  processMedium: job('process-medium', {
    queue: 'media',
    payload: z.object({ mediumId: id, key: z.uuid(), purpose }),
    retry: quick,
  }),
  /** Fetches a picture of another server that somebody wants to see. */
  fetchMedium: job('fetch-medium', {
    queue: 'fetch',
    payload: z.object({ mediumId: id }),
    retry: quick,
    dedupe: ({ mediumId }) => `${mediumId}`,
  }),
  /** Removes what is stored of pictures that are gone. */
  deleteFiles: job('delete-files', {
    queue: 'media',
    payload: z.object({ keys: z.array(z.uuid()) }),
    retry: quick,
  }),
  /** Takes away what an account of ours left behind. */
  eraseAccount: job('erase-account', {
    queue: 'maintenance',
    payload: z.object({ accountId: id, activity: iri }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Takes away what an account of another server left here, once it is gone. */
  forgetAccount: job('forget-account', {
    queue: 'maintenance',
    payload: z.object({ accountId: id }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Asks an account's server which of our members follow it, and ends the difference. */
  synchroniseFollowers: job('synchronise-followers', {
    queue: 'fetch',
    payload: z.object({ accountId: id, url: iri }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Ends all follows between members and a server that was blocked. */
  severDomain: job('sever-domain', {
    queue: 'maintenance',
    payload: z.object({ host: z.string() }),
    retry: quick,
    dedupe: ({ host }) => host,
  }),
  /** Has accounts fetched anew whose profile is older than a day and that somebody here has to do with. */
  refreshAccounts: job('refresh-accounts', {
    queue: 'maintenance',
    payload: z.object({}),
    retry: quick,
    dedupe: () => '',
  }),
  /** Lets in everybody who waits to follow an account that asks no more. */
  admitFollowers: job('admit-followers', {
    queue: 'maintenance',
    payload: z.object({ accountId: id }),
    retry: quick,
    dedupe: ({ accountId }) => `${accountId}`,
  }),
  /** Makes recipes, or all of an account, of a file that its owner confirmed. */
  runImport: job('run-import', {
    queue: 'moving',
    payload: z.object({ importId: id }),
    retry: quick,
    dedupe: ({ importId }) => `${importId}`,
  }),
  /** Puts all that an account has into one file. */
  buildExport: job('build-export', {
    queue: 'moving',
    payload: z.object({ accountId: id, key: z.uuid() }),
    retry: quick,
    dedupe: ({ key }) => key,
  }),
  /** Has an account follow `name@host`, once that one is known. */
  followAddress: job('follow-address', {
    queue: 'fetch',
    payload: z.object({ accountId: id, address: z.string().max(320), tries: z.number().int().optional() }),
    retry: quick,
    dedupe: ({ accountId, address }) => `${accountId} ${address}`,
  }),
  /** Forgets what is past its time. */
  prune: job('prune', { queue: 'maintenance', payload: z.object({}), retry: quick, dedupe: () => '' }),
} as const;

export type Jobs = typeof jobs;
export type AnyJob = Jobs[keyof Jobs];
export type JobName = AnyJob['name'];
export type Payload<Job> = Job extends { payload: z.ZodType<infer P> } ? P : never;
export type JobNamed<Name extends JobName> = Extract<AnyJob, { name: Name }>;

export const jobByName = Object.fromEntries(Object.values(jobs).map((entry) => [entry.name, entry])) as {
  [Name in JobName]: JobNamed<Name>;
};
