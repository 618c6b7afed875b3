/** Restores an account from an archive, in steps that can be interrupted and repeated. */
import type { z } from 'zod';
import { transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { firstColumn } from '../../../lib/csv.ts';
import { DomainError } from '../../../lib/errors.ts';
import { archivedItem, exactKey } from '../../../recipe-import/potluck-item.ts';
import { lookUpAccount } from '../../accounts/lookup.ts';
import { block } from '../../interactions/block.ts';
import * as layout from './layout.ts';
import { type ArchivedCollection, archivedCollections } from './lists.ts';
import { createNameResolver } from './name-resolver.ts';
import { profile, restoreProfile } from './profile.ts';
import { restoreCollection, restorePins } from './restore-collections.ts';
import { type RestoreContext, restoreItem } from './restore-item.ts';

export interface RestoreResult {
  restored: number;
  /** Items that the account had before. */
  existing: number;
  /** One sentence per problem. */
  problems: string[];
}

/** Idempotent. Records bad data in the archive as a problem instead of throwing. */
type Step = () => Promise<void>;

const maxListEntries = 5_000;
/** Items of a collection per step. */
const collectionBatchSize = 100;
const maxProblems = 100;
const followBatchSize = 500;

/** Returns null if the zip is no archive of an account. */
export async function readManifest(zip: Zip): Promise<layout.Manifest | null> {
  const bytes = zip.names.includes(layout.manifestName) ? await zip.read(layout.manifestName) : null;
  return bytes && parseAs(layout.manifest, bytes);
}

/** Returns the steps in order; the caller remembers where to resume. Steps count their results in `result`. */
export async function restoreSteps(
  accountId: number,
  zip: Zip,
  manifest: layout.Manifest,
  result: RestoreResult,
): Promise<Step[]> {
  const context: RestoreContext = {
    accountId,
    resolver: createNameResolver(accountId, manifest),
    readFile: (name) => zip.read(name),
    problems: result.problems,
  };
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T | null> => {
    const bytes = await zip.read(name);
    return bytes && parseAs(schema, bytes);
  };
  const names = async (name: string) =>
    firstColumn((await zip.read(name))?.toString('utf8') ?? '', maxListEntries);

  const itemStep = (listed: layout.ManifestItem) => async () => {
    const bytes = await zip.read(listed.file);
    const item = bytes && readItem(bytes);
    if (!item || item.origin !== listed.origin || item.type !== listed.type) {
      result.problems.push(`${listed.file} could not be read.`);
      return;
    }
    result[await restoreItem(item, context)] += 1;
  };
  const archivedProfile = await read(layout.profileName, profile);
  const collections = (await read(layout.collectionsName, archivedCollections))?.collections ?? [];
  const steps: Step[] = [
    async () =>
      void (archivedProfile && (await restoreProfile(accountId, archivedProfile, context.readFile))),
    ...manifest.items.map(itemStep),
    () => restorePins(context, manifest.pinned),
    ...collections.flatMap(splitCollection).map((each) => () => restoreCollection(each, context)),
    ...(await names(layout.blocksName)).map((address) => () => blockAddress(accountId, address, result)),
    async () => enqueueFollows(accountId, await names(layout.followsName)),
  ];
  return steps.map((step) => () => recordProblems(step, result));
}

function splitCollection({ items, ...collection }: ArchivedCollection): ArchivedCollection[] {
  const count = Math.max(1, Math.ceil(items.length / collectionBatchSize));
  return Array.from({ length: count }, (_, at) => ({
    ...collection,
    items: items.slice(at * collectionBatchSize, (at + 1) * collectionBatchSize),
  }));
}

/** One bad entry must not prevent the others from being restored. */
async function recordProblems(step: Step, { problems }: RestoreResult): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    problems.push(`${error.message}.`);
  }
  problems.splice(maxProblems);
}

function readItem(bytes: Buffer) {
  try {
    const parsed = JSON.parse(bytes.toString('utf8'));
    return archivedItem.safeParse(parsed?.[exactKey]).data ?? null;
  } catch {
    return null;
  }
}

function parseAs<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    return schema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** Looks up unknown accounts first, so that the block applies from now on. */
async function blockAddress(accountId: number, address: string, { problems }: RestoreResult): Promise<void> {
  const account = await lookUpAccount(address).catch((error) => {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    problems.push(`${address} is unknown and was not blocked.`);
  });
  if (account) await block(accountId, account.id);
}

/** Enqueues one job per address, because most accounts must be looked up first. */
async function enqueueFollows(accountId: number, addresses: string[]): Promise<void> {
  const wanted = addresses.filter((address) => /^@?[^@\s]{1,100}@[^@\s]{1,200}$/.test(address));
  for (let at = 0; at < wanted.length; at += followBatchSize) {
    await transact(async (tx) => {
      for (const address of wanted.slice(at, at + followBatchSize))
        await enqueue(tx, jobs.followAddress, { accountId, address });
    });
  }
}
