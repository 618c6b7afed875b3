/** Makes something once for each key that a client gives, however often it asks. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimReply,
  noteCreated,
  type Reply,
  releaseReply,
  selectReply,
  storeReply,
} from '../db/sql/idempotent-replies.ts';
import { db } from '../db/statement.ts';
import { alongside } from '../db/transaction.ts';
import { DomainError } from '../lib/errors.ts';

export interface Making {
  tokenId: number;
  key: string;
  /** What must be the same when the key is. */
  request: (string | Uint8Array)[];
  create(): Promise<number>;
  /** The answer about what was made. */
  show(id: number): Promise<string>;
  status: number;
}

/** How long, in ms, a repetition waits for the first request to be answered. */
const patience = 5_000;

/** Throws conflict when the key was used for another request, or its first request is still at work. */
export async function createOnce(making: Making): Promise<{ body: string; replayed: boolean }> {
  const { tokenId, key } = making;
  const requestHash = hash(making.request);
  const deadline = Date.now() + patience;

  while ((await claimReply(db, tokenId, key, requestHash)).length === 0) {
    const [reply] = await selectReply(db, tokenId, key);
    const body = reply && (await replay(making, reply, requestHash));
    if (body) return { body, replayed: true };
    if (Date.now() > deadline)
      throw new DomainError('conflict', 'the first request with this key is still at work');
    await sleep(50);
  }
  return { body: await first(making), replayed: false };
}

async function replay(making: Making, reply: Reply, requestHash: Buffer): Promise<string | null> {
  if (!reply.request_hash.equals(requestHash)) {
    throw new DomainError('conflict', 'this key was used for another request');
  }
  if (reply.body === null) return null;
  if (reply.status !== null) return reply.body;
  return keep(making, Number(reply.body));
}

async function first(making: Making): Promise<string> {
  const { tokenId, key } = making;
  let id: number;
  let made: string | null = null;
  try {
    id = await alongside(async (tx, created) => {
      // The claim was taken over while this request stood still: the other one makes it.
      const [noted] = await noteCreated(tx, tokenId, key, String(created));
      if (!noted) throw new DomainError('conflict', 'another request with this key came first');
      tx.afterCommit(() => {
        made = String(created);
      });
    }, making.create);
  } catch (error) {
    await releaseReply(db, tokenId, key, made);
    throw error;
  }
  return keep(making, id);
}

async function keep({ tokenId, key, status, show }: Making, id: number): Promise<string> {
  const body = await show(id);
  await storeReply(db, tokenId, key, status, body);
  return body;
}

function hash(parts: (string | Uint8Array)[]): Buffer {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest();
}
