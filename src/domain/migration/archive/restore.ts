/** Restores an account from an archive, in steps that can be interrupted and repeated. */
import { transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { DomainError } from '../../../lib/errors.ts';
import { normaliseHashtags } from '../../../lib/hashtag.ts';
import { archivedItem } from '../../../recipe-import/potluck-item.ts';
import type { Account } from '../../accounts/account.ts';
import { lookUpAccount } from '../../accounts/lookup.ts';
import { restoreFilters } from '../../filters/filters.ts';
import { block } from '../../interactions/block.ts';
import { blockDomain } from '../../interactions/block-domain.ts';
import { maxMuteSeconds, mute } from '../../interactions/mute.ts';
import { followTag } from '../../tags/follow.ts';
import { restoreArchivedNotes } from './notes.ts';
import { archivedFilters } from './private-layout.ts';
import { restoreProfile } from './profile.ts';
import type { ArchivedFollow } from './read.ts';
import { restoreCollection, restorePins } from './restore-collections.ts';
import { type RestoreContext, restoreItem } from './restore-item.ts';
import { restoreArchivedList } from './shopping.ts';
import type { ArchiveStep } from './steps.ts';

export type StepOutcome = 'added' | 'existing' | 'failed';

const followBatchSize = 500;

/**
 * Idempotent. The step is as stored: its times may be texts. Adds a sentence to the problems of the context for
 * everything that could not be restored.
 */
export async function restoreStep(step: ArchiveStep, context: RestoreContext): Promise<StepOutcome> {
  try {
    return (await restore(step, context)) ?? 'added';
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    context.problems.push(`${error.message}.`);
    return 'failed';
  }
}

/** Returns nothing for what is added. */
async function restore(step: ArchiveStep, context: RestoreContext): Promise<StepOutcome | undefined> {
  const { accountId } = context;
  switch (step.type) {
    case 'profile':
      return void (await restoreProfile(accountId, step.profile, context.readPicture));
    case 'item':
      return restoreItem(archivedItem.parse(JSON.parse(JSON.stringify(step.item))), context);
    case 'pins':
      return void (await restorePins(context, step.origins));
    case 'collection':
      return void (await restoreCollection(step.collection, context));
    case 'notes':
      return void (await restoreArchivedNotes(step.notes, context));
    case 'shopping-list':
      return void (await restoreArchivedList(accountId, step.list));
    case 'filters': {
      const { filters } = archivedFilters.parse(JSON.parse(JSON.stringify({ filters: step.filters })));
      return void (await restoreFilters(accountId, filters));
    }
    case 'block':
      return withAccount(step.address, context, ({ id }) => block(accountId, id));
    case 'mute': {
      const { address, notifications, expiresAt } = step.mute;
      const seconds = expiresAt && Math.ceil((new Date(expiresAt).getTime() - Date.now()) / 1_000);
      if (seconds !== null && (seconds <= 0 || seconds > maxMuteSeconds)) return undefined;
      return withAccount(address, context, ({ id }) => mute(accountId, id, { notifications, seconds }));
    }
    case 'domain-block':
      return void (await blockDomain(accountId, step.host));
    case 'tags':
      return followTags(accountId, step.names);
    case 'follows':
      return void (await enqueueFollows(accountId, step.follows));
  }
}

/** Looks up unknown accounts first, so that a block or mute applies from now on. */
async function withAccount(
  address: string,
  { problems }: RestoreContext,
  change: (account: Account) => Promise<unknown>,
): Promise<StepOutcome | undefined> {
  const account = await lookUpAccount(address).catch((error) => {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    problems.push(`${address} is unknown and was neither blocked nor muted.`);
  });
  if (!account) return 'failed';
  await change(account);
  return undefined;
}

async function followTags(accountId: number, names: string[]): Promise<undefined> {
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
