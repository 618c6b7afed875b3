/** Bob, on an unknown remote server. Both are new in each test. */
import { beforeEach } from 'vitest';
import { newRsaPair, type PeerActor, type RemoteServer, remoteServerAt } from './remote-server.ts';

export let remote: RemoteServer;
export let bob: PeerActor;
let serial = 0;
/** Generating keys is slow, so all Bobs of a file share one key pair. */
/** Of another length than the ready keys of tests (cheap-crypto), so that no other key equals it. */
const keyPair = newRsaPair(2_056);

export function useBob(): void {
  beforeEach(() => {
    serial += 1;
    remote = remoteServerAt(`peer${serial}.example`);
    bob = remote.actor('bob', {}, keyPair);
  });
}

/** Another unknown remote server. */
export const anotherRemoteServer = (name = 'other'): RemoteServer => remoteServerAt(`${name}${serial}.example`);

/** A username that no other test uses. */
export const uniqueName = (name: string): string => `${name}${serial}`;
