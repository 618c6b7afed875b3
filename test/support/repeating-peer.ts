/** A local account, Ann, and a remote one, Bob, who is known here and sends activities more than once. */
import { beforeAll } from 'vitest';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { receive } from '../../src/federation/receive/receive.ts';
import { useDatabase } from './database-connection.ts';
import { drain } from './drain.ts';
import { type PeerActor, type RemoteServer, remoteServerAt, setInboxHandler } from './remote-server.ts';

export let ann: Account;
export let remote: RemoteServer;
export let bob: PeerActor;
export let bobId: number;

/** Bob follows Ann and undoes it, which makes him known. */
export function useRepeatingPeer(): void {
  useDatabase();
  beforeAll(async () => {
    setInboxHandler((request) => receive(request, null));
    remote = remoteServerAt();
    bob = remote.actor('bob');
    ann = await register({ username: 'ann' });
    const follow = remote.activity('Follow', bob, ann.iri);
    for (const activity of [follow, remote.activity('Undo', bob, follow)]) await remote.send(activity);
    await drain();
    bobId = (await findAccountByIri(bob.iri))!.id;
  });
}
