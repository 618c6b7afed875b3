/** Restores an account from an archive, in steps that can be interrupted and repeated. */
import { transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Zip } from '../../../lib/archive/unzip.ts';
import { DomainError } from '../../../lib/errors.ts';
import { normaliseHashtags } from '../../../lib/hashtag.ts';
import { archivedItem, exactKey } from '../../../recipe-import/potluck-item.ts';
import type { Account } from '../../accounts/account.ts';
import { lookUpAccount } from '../../accounts/lookup.ts';
import { restoreFilters } from '../../filters/filters.ts';
import { block } from '../../interactions/block.ts';
import { blockDomain } from '../../interactions/block-domain.ts';
import { maxMuteSeconds, mute } from '../../interactions/mute.ts';
import { followTag } from '../../tags/follow.ts';
import * as layout from './layout.ts';
import { createNameResolver } from './name-resolver.ts';
import { restoreArchivedNotes } from './notes.ts';
import { profile, restoreProfile } from './profile.ts';
import { type ArchivedFollow, readFollows, readJson, readLists, readNames } from './read.ts';
import { restoreCollection, restorePins } from './restore-collections.ts';
import { type RestoreContext, restoreItem } from './restore-item.ts';
import { restoreArchivedList } from './shopping.ts';

export interface RestoreResult {
  restored: number;
  /** Items that the account had before. */
  existing: number;
  /** One sentence per problem. */
  problems: string[];
}

/** Idempotent. Records bad data in the archive as a problem instead of throwing. */
type Step = () => Promise<void>;

const maxProblems = 100;
const followBatchSize = 500;

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
  const itemStep = (listed: layout.ManifestItem) => async () => {
    const bytes = await zip.read(listed.file);
    const item = bytes && readItem(bytes);
    if (!item || item.origin !== listed.origin || item.type !== listed.type) {
      result.problems.push(`${listed.file} could not be read.`);
      return;
    }
    result[await restoreItem(item, context)] += 1;
  };
  const archivedProfile = await readJson(zip, layout.profileName, profile);
  const { collections, blocks, mutes, domainBlocks, notes, shoppingList, filters } = await readLists(zip);
  const steps: Step[] = [
    async () =>
      void (archivedProfile && (await restoreProfile(accountId, archivedProfile, context.readFile))),
    ...manifest.items.map(itemStep),
    () => restorePins(context, manifest.pinned),
    ...collections.map((each) => () => restoreCollection(each, context)),
    ...notes.map((batch) => () => restoreArchivedNotes(batch, context)),
    async () => void (shoppingList && (await restoreArchivedList(accountId, shoppingList))),
    async () => void (filters.length > 0 && (await restoreFilters(accountId, filters))),
    ...blocks.map((address) => () => withAccount(address, result, ({ id }) => block(accountId, id))),
    ...mutes.map(({ address, notifications, expiresAt }) => async () => {
      const seconds = expiresAt && Math.ceil((expiresAt.getTime() - Date.now()) / 1_000);
      if (seconds !== null && (seconds <= 0 || seconds > maxMuteSeconds)) return;
      await withAccount(address, result, ({ id }) => mute(accountId, id, { notifications, seconds }));
    }),
    ...domainBlocks.map((host) => () => blockDomain(accountId, host)),
    async () => followTags(accountId, await readNames(zip, layout.tagsName)),
    async () => enqueueFollows(accountId, await readFollows(zip)),
  ];
  return steps.map((step) => () => recordProblems(step, result));
}

/** One bad entry must not prevent the others from being restored. */
export async function recordProblems(step: Step, { problems }: RestoreResult): Promise<void> {
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

/** Looks up unknown accounts first, so that a block or mute applies from now on. */
async function withAccount(
  address: string,
  { problems }: RestoreResult,
  step: (account: Account) => Promise<void>,
): Promise<void> {
  const account = await lookUpAccount(address).catch((error) => {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    problems.push(`${address} is unknown and was neither blocked nor muted.`);
  });
  if (account) await step(account);
}

async function followTags(accountId: number, names: string[]): Promise<void> {
  for (const tag of normaliseHashtags(names)) await followTag(accountId, tag);
}

/** Enqueues one job per address, because most accounts must be looked up first. */
async function enqueueFollows(accountId: number, follows: ArchivedFollow[]): Promise<void> {
  const wanted = follows.filter(({ address }) => /^@?[^@\s]{1,100}@[^@\s]{1,200}$/.test(address));
  for (let at = 0; at < wanted.length; at += followBatchSize) {
    await transact(async (tx) => {
      for (const { address, showsBoosts } of wanted.slice(at, at + followBatchSize))
        await enqueue(tx, jobs.followAddress, {
          accountId,
          address,
          ...(!showsBoosts && { hidesBoosts: true }),
        });
    });
  }
}
