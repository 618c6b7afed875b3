/** Creates something once per idempotency key, however often a client repeats the request. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimKey, deleteReply, type ReplyRow, recordCreatedId, selectReply, storeReply } from '../../db/sql/access.ts';
import { db } from '../../db/statement.ts';
import type { BeforeCommit } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { t } from '../../lib/language/text.ts';

interface IdempotentCreation {
  tokenId: number;
  key: string;
  /** Two requests with the same key must be equal in these parts. */
  request: (string | Uint8Array)[];
  /** Returns the id of what it created in one transaction, which runs `beforeCommit`. */
  create(beforeCommit: BeforeCommit<number>): Promise<number>;
  /** Returns the response body. */
  render(id: number): Promise<string>;
  status: number;
}

/** How long a repeated request waits for the response to the first one. */
const replyTimeoutMs = 5_000;
const pollIntervalMs = 50;

/**
 * Throws conflict if the key was used for another request, and request_in_progress if its first request has not
 * finished in time.
 */
export async function createIdempotently(creation: IdempotentCreation): Promise<{ body: string; replayed: boolean }> {
  const { tokenId, key } = creation;
  const requestHash = hash(creation.request);
  const deadline = Date.now() + replyTimeoutMs;

  while ((await claimKey(db, tokenId, key, requestHash)).length === 0) {
    const [reply] = await selectReply(db, tokenId, key);
    const body = reply && (await replay(creation, reply, requestHash));
    if (body) return { body, replayed: true };
    if (Date.now() > deadline) throw new DomainError('request_in_progress', t('errors.idempotency-in-progress'));
    await sleep(pollIntervalMs);
  }
  return { body: await createFirst(creation), replayed: false };
}

async function replay(creation: IdempotentCreation, reply: ReplyRow, requestHash: Buffer): Promise<string | null> {
  if (!reply.request_hash.equals(requestHash)) {
    throw new DomainError('conflict', t('errors.idempotency-key-of-other-request'));
  }
  if (reply.body === null) return null;
  if (reply.status !== null) return reply.body;
  return renderAndStore(creation, Number(reply.body));
}

async function createFirst(creation: IdempotentCreation): Promise<string> {
  const { tokenId, key } = creation;
  let id: number;
  let createdId: string | null = null;
  try {
    id = await creation.create(async (tx, created) => {
      // Another request took over the claim while this one was stalled, and creates it instead.
      const [recorded] = await recordCreatedId(tx, tokenId, key, String(created));
      if (!recorded) throw new DomainError('request_in_progress', t('errors.idempotency-other-came-first'));
      tx.afterCommit(() => {
        createdId = String(created);
      });
    });
  } catch (error) {
    await deleteReply(db, tokenId, key, createdId);
    throw error;
  }
  failpoint('created');
  return renderAndStore(creation, id);
}

async function renderAndStore({ tokenId, key, status, render }: IdempotentCreation, id: number): Promise<string> {
  const body = await render(id);
  await storeReply(db, tokenId, key, status, body);
  return body;
}

function hash(parts: (string | Uint8Array)[]): Buffer {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest();
}
