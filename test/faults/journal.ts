/**
 * Records every operation of clients with its verdict, and repeats requests without an answer as a careful client does.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponse } from '../support/api-client.ts';
import type { Client, Method } from './client.ts';

export type Action = 'publish' | 'edit' | 'delete' | 'like' | 'unlike' | 'boost' | 'unboost' | 'follow' | 'unfollow';

/** `unknown`: no answer came in time, so that it may or may not have happened. */
export type Verdict = 'acknowledged' | 'refused' | 'unknown';
export type ItemType = 'recipe' | 'status';
export type Visibility = 'public' | 'unlisted' | 'private' | 'direct';

export interface Item {
  /** A word in the text of each version, and in no other text. */
  marker: string;
  type: ItemType;
  author: string;
  visibility: Visibility;
  parent: Item | null;
  /** Null until its creation is acknowledged. */
  id: number | null;
  /** The ActivityPub id. */
  iri: string | null;
  /** How many versions were sent, the first one included. */
  versions: number;
}

export interface Operation {
  member: string;
  action: Action;
  item: Item | null;
  /** Of a follow. */
  followee: string | null;
  /** Of a publish or an edit: the n-th text, from 0. */
  version: number;
  /** Null while it runs. */
  verdict: Verdict | null;
  /** The last one; null without any. */
  status: number | null;
  /** Requests that were sent. */
  attempts: number;
  /** From `performance.now()`. */
  beganAt: number;
  endedAt: number;
}

export interface Request {
  method: Method;
  path: string;
  body?: unknown;
}

export interface Journal {
  operations: Operation[];
  items: Item[];
  /** Statuses from 500 on, other than 503, with their number. */
  serverErrors: Map<number, number>;
  /** How often the next attempt is sent at the same time. The first answer counts. */
  copies: (operation: Operation) => number;
  run(client: Client, operation: NewOperation, request: Request): Promise<Operation>;
  newItem(item: Pick<Item, 'type' | 'author' | 'visibility' | 'parent'>): Item;
}

export type NewOperation = Pick<Operation, 'action'> & Partial<Pick<Operation, 'item' | 'followee' | 'version'>>;

const pauseMs = 150;

/** @param timeoutMs from when on an operation is not tried again */
export function openJournal(timeoutMs = 120_000): Journal {
  const nonce = randomBytes(2).toString('hex');
  const journal: Journal = {
    operations: [],
    items: [],
    serverErrors: new Map(),
    copies: () => 1,
    newItem: (given) => {
      const marker = `mark${nonce}x${String(journal.items.length).padStart(5, '0')}`;
      const item = { ...given, marker, id: null, iri: null, versions: 1 };
      journal.items.push(item);
      return item;
    },
    run: async (client, given, request) => {
      const operation: Operation = {
        item: null,
        followee: null,
        version: 0,
        verdict: null,
        status: null,
        ...given,
        member: client.name,
        attempts: 0,
        beganAt: performance.now(),
        endedAt: 0,
      };
      const key = `${nonce}-${journal.operations.push(operation)}`;
      const response = await attempt(client, operation, request, key);
      operation.verdict = verdictOf(operation, response);
      operation.endedAt = performance.now();
      if (operation.verdict === 'acknowledged' && operation.action === 'publish')
        Object.assign(operation.item!, { id: response!.body.id, iri: response!.body.uri });
      return operation;
    },
  };

  async function attempt(client: Client, operation: Operation, request: Request, key: string) {
    const { method, path, body } = request;
    for (;;) {
      const copies = journal.copies(operation);
      operation.attempts += copies;
      const send = () => client.request(method, path, body, { 'idempotency-key': key });
      const answers = await Promise.all(Array.from({ length: copies }, send));
      const response = answers.find((one) => one && !isTemporary(one)) ?? answers.find((one) => one) ?? null;
      if (response) {
        operation.status = response.status;
        if (response.status >= 500 && response.status !== 503)
          journal.serverErrors.set(response.status, (journal.serverErrors.get(response.status) ?? 0) + 1);
        if (!isTemporary(response)) return response;
      }
      if (performance.now() - operation.beganAt > timeoutMs) return null;
      await sleep(pauseMs);
    }
  }
  return journal;
}

/** A conflict is another attempt of the same operation that is still in progress. */
const isTemporary = ({ status }: ClientResponse) => status >= 500 || status === 409 || status === 429;

/** Something that an earlier attempt deleted is not found by the next. */
function verdictOf({ action, attempts }: Operation, response: ClientResponse | null): Verdict {
  if (!response) return 'unknown';
  if (response.status < 300) return 'acknowledged';
  return action === 'delete' && attempts > 1 && response.status === 404 ? 'acknowledged' : 'refused';
}

export const count = (operations: Operation[], verdict: Verdict): number =>
  operations.filter((operation) => operation.verdict === verdict).length;
