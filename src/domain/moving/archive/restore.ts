/** Brings all that an account had elsewhere into one here, step by step, so that it can be interrupted. */
import type { z } from 'zod';
import { transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { firstColumn } from '../../../lib/csv.ts';
import { DomainError } from '../../../lib/errors.ts';
import { lookUpAccount } from '../../accounts/look-up.ts';
import { block } from '../../blocks.ts';
import { archivedItem, exactKey } from './item.ts';
import * as layout from './layout.ts';
import { type ArchivedCollection, archivedCollections } from './lists.ts';
import { placesFor } from './places.ts';
import { profile, restoreProfile } from './profile.ts';
import { type Restoring, restoreItem } from './restore-item.ts';
import { restoreCollection, restorePins } from './restore-shelves.ts';

export interface Restored {
  made: number;
  /** They were here before. */
  here: number;
  /** Sentences. */
  problems: string[];
}

/** Each may be done again. None throws for what is in the archive. */
type Step = () => Promise<void>;

const mostNames = 5_000;
/** Of a collection, in one step. */
const itemsAtOnce = 100;
const mostProblems = 100;
const followsAtOnce = 500;

/** Null when it is no archive of an account. */
export async function readManifest(zip: Zip): Promise<layout.Manifest | null> {
  const bytes = zip.names.includes(layout.manifestName) ? await zip.read(layout.manifestName) : null;
  return bytes && parseAs(layout.manifest, bytes);
}

/** In this order, from the first or from where it was interrupted. What they did is counted in `restored`. */
export async function stepsOf(
  accountId: number,
  zip: Zip,
  manifest: layout.Manifest,
  restored: Restored,
): Promise<Step[]> {
  const restoring: Restoring = {
    accountId,
    places: placesFor(accountId, manifest),
    readFile: (name) => zip.read(name),
    problems: restored.problems,
  };
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T | null> => {
    const bytes = await zip.read(name);
    return bytes && parseAs(schema, bytes);
  };
  const names = async (name: string) =>
    firstColumn((await zip.read(name))?.toString('utf8') ?? '', mostNames);

  const itemStep = (listed: layout.ManifestItem) => async () => {
    const bytes = await zip.read(listed.file);
    const item = bytes && readItem(bytes);
    if (!item || item.origin !== listed.origin || item.type !== listed.type) {
      restored.problems.push(`${listed.file} could not be read.`);
      return;
    }
    restored[await restoreItem(item, restoring)] += 1;
  };
  const given = await read(layout.profileName, profile);
  const collections = (await read(layout.collectionsName, archivedCollections))?.collections ?? [];
  const steps: Step[] = [
    async () => void (given && (await restoreProfile(accountId, given, restoring.readFile))),
    ...manifest.items.map(itemStep),
    () => restorePins(restoring, manifest.pinned),
    ...collections.flatMap(inPieces).map((each) => () => restoreCollection(each, restoring)),
    ...(await names(layout.blocksName)).map((address) => () => blockAddress(accountId, address, restored)),
    async () => followLater(accountId, await names(layout.followsName)),
  ];
  return steps.map((step) => () => tolerant(step, restored));
}

function inPieces({ items, ...collection }: ArchivedCollection): ArchivedCollection[] {
  const count = Math.max(1, Math.ceil(items.length / itemsAtOnce));
  return Array.from({ length: count }, (_, at) => ({
    ...collection,
    items: items.slice(at * itemsAtOnce, (at + 1) * itemsAtOnce),
  }));
}

/** What is wrong with one thing in it does not keep the others out. */
async function tolerant(step: Step, { problems }: Restored): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    problems.push(`${error.message}.`);
  }
  problems.splice(mostProblems);
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

/** Strangers are noted first; a block holds from then on. */
async function blockAddress(accountId: number, address: string, { problems }: Restored): Promise<void> {
  const account = await lookUpAccount(address).catch((error) => {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    problems.push(`${address} is not known here and was not blocked.`);
  });
  if (account) await block(accountId, account.id);
}

/** By a job for each, for most of them must be found first. */
async function followLater(accountId: number, addresses: string[]): Promise<void> {
  const wanted = addresses.filter((address) => /^@?[^@\s]{1,100}@[^@\s]{1,200}$/.test(address));
  for (let at = 0; at < wanted.length; at += followsAtOnce) {
    await transact(async (tx) => {
      for (const address of wanted.slice(at, at + followsAtOnce))
        await enqueue(tx, jobs.followAddress, { accountId, address });
    });
  }
}
