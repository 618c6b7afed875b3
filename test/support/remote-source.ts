/** Interactions of remote accounts, recorded as if their activities had been received. */
import { recordSource } from '../../src/federation/ledger/ledger.ts';

export const remoteFollow = (accountId: number, targetId: number, iri: string) =>
  recordSource({ accountId, targetId, eventableId: null, iri, type: 'Follow', ...sent() });

export const remoteLike = (accountId: number, eventableId: number, iri: string) =>
  recordSource({ accountId, targetId: null, eventableId, iri, type: 'Like', ...sent() });

const sent = () => ({ sentAt: new Date(), isDated: false });
