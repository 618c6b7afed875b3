/** Portraits: set, taken back, and those that other servers show. */
import {
  clearAvatar,
  describeAvatar as describe,
  insertRemoteAvatar,
  selectAvatarUrl,
  setAvatar,
} from '../../db/sql/avatars.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { newKey } from '../../lib/storage.ts';
import { announceActor } from '../accounts/announce.ts';
import { deleteFiles } from './files.ts';

/** The picture of this key takes the place of the portrait that was; other servers are told. */
export async function becomeAvatar(
  tx: Tx,
  accountId: number,
  key: string,
  description: string,
  blurhash: string,
): Promise<void> {
  await forget(tx, await setAvatar(tx, accountId, key, description || null, blurhash));
  await announceActor(tx, accountId);
}

/** Says what the portrait shows; nothing happens when there is none. */
export async function describeAvatar(accountId: number, description: string): Promise<void> {
  await transact(async (tx) => {
    const [changed] = await describe(tx, accountId, description || null);
    if (changed) await announceActor(tx, accountId);
  });
}

/** Nothing happens when there is none. */
export async function removeAvatar(accountId: number): Promise<void> {
  await transact(async (tx) => {
    const gone = await clearAvatar(tx, accountId);
    if (gone.length === 0) return;
    await forget(tx, gone);
    await announceActor(tx, accountId);
  });
}

/** Where another server has the portrait of one of its accounts; it is fetched when somebody looks. */
export async function adoptAvatar(
  tx: Tx,
  accountId: number,
  { avatarUrl, avatarDescription }: { avatarUrl: string | null; avatarDescription: string | null },
): Promise<void> {
  const [known] = await selectAvatarUrl(tx, accountId);
  if ((known?.remote_url ?? null) === avatarUrl) return;
  if (avatarUrl === null) {
    await forget(tx, await clearAvatar(tx, accountId));
    return;
  }
  const key = newKey();
  await insertRemoteAvatar(tx, accountId, key, avatarUrl);
  await forget(tx, await setAvatar(tx, accountId, key, avatarDescription, null));
}

const forget = (tx: Tx, gone: { key: string }[]) =>
  deleteFiles(
    tx,
    gone.map(({ key }) => key),
  );
