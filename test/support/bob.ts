/** Bob, on a server that nobody here has heard of: both are new to each test. */
import { beforeEach } from 'vitest';
import { type Elsewhere, elsewhereAt, type PeerActor } from './elsewhere.ts';

export let elsewhere: Elsewhere;
export let bob: PeerActor;
let serial = 0;

export function useBob(): void {
  beforeEach(() => {
    serial += 1;
    elsewhere = elsewhereAt(`peer${serial}.example`);
    bob = elsewhere.actor('bob');
  });
}

/** Another server, as new as Bob’s. */
export const serverBeside = (name = 'other'): Elsewhere => elsewhereAt(`${name}${serial}.example`);

/** A username that no other test takes. */
export const newName = (name: string): string => `${name}${serial}`;
