/** Bob, on a server that nobody here has heard of: both are new to each test. */
import { beforeEach } from 'vitest';
import { type Elsewhere, elsewhereAt, newRsaPair, type PeerActor } from './elsewhere.ts';

export let elsewhere: Elsewhere;
export let bob: PeerActor;
let serial = 0;
/** To make one takes its time: all Bobs of a file have the same, each as his own. */
const pair = newRsaPair();

export function useBob(): void {
  beforeEach(() => {
    serial += 1;
    elsewhere = elsewhereAt(`peer${serial}.example`);
    bob = elsewhere.actor('bob', {}, pair);
  });
}

/** Another server, as new as Bob’s. */
export const serverBeside = (name = 'other'): Elsewhere => elsewhereAt(`${name}${serial}.example`);

/** A username that no other test takes. */
export const newName = (name: string): string => `${name}${serial}`;
