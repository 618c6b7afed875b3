/** What the operator does at the command line is in the log that moderators read, as on the pages. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { quarantineJob } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { listAdminActions } from '../../src/domain/roles/admin-log.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { command } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

async function quarantined(): Promise<string> {
  const id = await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: 7 }));
  await quarantineJob(db, id, 'no luck');
  return id;
}

test('each command of a moderator leaves one line', async () => {
  await register({ username: 'bo' });
  await prisma().host.create({ data: { host: 'far.example' } });
  const job = await quarantined();
  const commands: [words: string[], action: string, subject: string][] = [
    [['account', 'reset-password', 'bo'], 'reset-password', 'bo'],
    [['account', 'role', 'bo', 'moderator'], 'set-role', 'bo'],
    [['account', 'limit', 'bo'], 'limit', 'bo'],
    [['account', 'unlimit', 'bo'], 'undo', 'bo'],
    [['account', 'suspend', 'bo'], 'suspend', 'bo'],
    [['account', 'unsuspend', 'bo'], 'undo', 'bo'],
    [['host', 'retry', 'far.example'], 'retry-host', 'far.example'],
    [['domain', 'block', 'far.example'], 'block-domain', 'far.example'],
    [['domain', 'unblock', 'far.example'], 'unblock-domain', 'far.example'],
    [['queue', 'replay', job], 'replay-job', job],
    [['retention', 'set', '--items', '30'], 'change-retention', '30'],
  ];
  for (const [words, action, subject] of commands) {
    const [before] = await listAdminActions(Number.MAX_SAFE_INTEGER, 1);
    expect(await command(words)).toMatchObject({ code: 0 });
    const [newest, earlier] = await listAdminActions(Number.MAX_SAFE_INTEGER, 2);
    expect(newest).toMatchObject({ action, subject: expect.stringContaining(subject) });
    expect(earlier?.id).toBe(before?.id);
  }
});

test('a command that is refused leaves none', async () => {
  const before = await listAdminActions(Number.MAX_SAFE_INTEGER, 1);
  expect(await command(['queue', 'replay', 'nonsense'])).toMatchObject({ code: 1 });
  expect(await command(['host', 'retry', 'unknown.example'])).toMatchObject({ code: 1 });
  expect(await listAdminActions(Number.MAX_SAFE_INTEGER, 1)).toEqual(before);
});
