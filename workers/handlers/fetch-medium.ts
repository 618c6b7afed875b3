/** Fetches a picture of another server that somebody wants to see. */
import { keepToBudget } from '../../src/domain/media/forget.ts';
import { failMedium, findMedium, finishRemoteMedium } from '../../src/domain/media/make.ts';
import { newBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { get } from '../../src/federation/resolve/fetch-json.ts';
import { signAsInstance } from '../../src/federation/resolve/sign-as-instance.ts';
import { expiringMap } from '../../src/lib/expiring-map.ts';
import { isOurs } from '../../src/lib/iris.ts';
import { removeStored } from '../../src/lib/storage.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';
import { PictureRefused } from '../imaging/process.ts';
import { makeSizes } from '../imaging/sizes.ts';

const accept = 'image/webp, image/avif, image/jpeg, image/png, image/gif, image/*;q=0.5';
const maxBytes = 16 * 2 ** 20;
/** Servers that do not answer are left in peace for a minute, however many look. */
const unreachable = expiringMap<number, true>({ max: 10_000, ttl: 60_000 });

export const fetchMedium: Handlers['fetch-medium'] = async ({ mediumId }) => {
  const medium = await findMedium(mediumId);
  if (medium?.state !== 'pending' || !medium.remote_url || unreachable.get(mediumId)) return 'done';
  const { remote_url: url } = medium;
  return inHostSlot(url, () => load(medium, url));
};

type Medium = NonNullable<Awaited<ReturnType<typeof findMedium>>>;

async function load(medium: Medium, url: string): Promise<Outcome> {
  const { id, key, avatar } = medium;
  try {
    if (isOurs(url)) throw new PictureRefused('a picture of ours is not to be fetched');
    const { body } = await get(url, { accept, maxBytes, sign: signAsInstance }, newBudget());
    const made = await oneByOne(() => makeSizes(key, body, avatar ? 'avatar' : 'item'));
    if (await finishRemoteMedium(medium, made)) await keepToBudget(id);
    else await removeStored(key);
  } catch (error) {
    if (failureOf(error) === 'unreachable') unreachable.set(id, true);
    else if (failureOf(error) !== null || error instanceof PictureRefused) await failMedium(id);
    else throw error;
  }
  return 'done';
}

let last: Promise<unknown> = Promise.resolve();

/** Pictures of others never take more than one processor from those that are uploaded here. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}
