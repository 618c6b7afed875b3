/** Commands that show remote servers and retry deliveries to them. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { insertActivity } from '../../src/db/sql/deliveries.ts';
import { db } from '../../src/db/statement.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import type { HostReport } from '../../src/domain/instance/hosts.ts';
import { iris } from '../../src/lib/iris.ts';
import { cli } from '../support/cli.ts';
import { command, commandJson } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';
import { emptyResponse, enqueueDeliveriesTo, peer, upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { stored } from '../support/stored.ts';

useDatabase();
let ann: Account;
beforeAll(async () => {
  ann = await register({ username: 'ann' });
});

let serial = 0;

async function send(to: Account): Promise<void> {
  serial += 1;
  const iri = iris.activity(ann.id, `${serial}`);
  const [activity] = await insertActivity(db, iri, ann.id, 'Create', null, '{}', true);
  await enqueueDeliveriesTo(activity!.id, ann.id, [to.id]);
  await drain();
}

test('host show prints the state of a server, and host retry sends failed and pending deliveries again', async () => {
  const taken = peer('far.example', emptyResponse(400), emptyResponse(400), emptyResponse(503), emptyResponse(202));
  const bob = await upsertAccount('bob', 'far.example');
  await send(bob);
  await send(bob);
  expect(taken).toHaveLength(3);

  const report = await commandJson<HostReport>(['host', 'show', 'far.example']);
  expect(report).toMatchObject({
    host: 'far.example',
    circuit: 'failing',
    failures: 2,
    lastError: 'answered 503',
    slowSince: null,
    dialect: 'cavage',
    deliveries: { pending: 1, failed: 1 },
    accounts: 1,
    blocked: false,
  });
  expect((await command(['host', 'show', 'far.example'])).stdout).toMatch(
    /^far.example {2}failing\n(.*\n)*.*answered 503/,
  );
  await prisma().host.updateMany({ data: { slowSince: '2026-01-02T03:04:05Z' } });
  expect((await command(['host', 'show', 'far.example'])).stdout).toMatch(/slowSince +2026-01-02T03:04:05.000Z/);

  expect(await commandJson(['host', 'retry', 'FAR.example'])).toEqual({ host: 'far.example', retried: 2 });
  await drain();
  expect(taken).toHaveLength(5);
  expect([await stored.deliveries({ state: 'delivered' }), await stored.deliveries()]).toEqual([2, 2]);
  expect(await stored.jobs({ job: 'deliver-activity' })).toBe(0);
});

test('host list is ordered by pending deliveries', async () => {
  peer('down.example', emptyResponse(500));
  await send(await upsertAccount('eve', 'down.example'));
  const hosts = await commandJson<HostReport[]>(['host', 'list']);
  expect(hosts.map(({ host, deliveries }) => [host, deliveries.pending])).toEqual([
    ['down.example', 1],
    ['far.example', 0],
  ]);
  expect((await cli(['host', 'list'])).stdout).toContain('down.example  failing');
});

test('host retry closes an open circuit', async () => {
  const openUntil = new Date(Date.now() + 3_600_000);
  await prisma().host.update({ where: { host: 'down.example' }, data: { failures: 9, openUntil } });
  expect(await commandJson(['host', 'show', 'down.example'])).toMatchObject({ circuit: 'open', failures: 9 });
  const taken = peer('down.example', emptyResponse(202));
  await commandJson(['host', 'retry', 'down.example']);
  await drain();
  expect(taken).toHaveLength(1);
  expect(await commandJson(['host', 'show', 'down.example'])).toMatchObject({ circuit: 'closed', failures: 0 });
});

test('host retry refuses an unknown or blocked server', async () => {
  expect(await command(['host', 'retry', 'nowhere.example'])).toMatchObject({ code: 1 });
  expect(await command(['host', 'show', 'no host'])).toMatchObject({ code: 1 });
  await command(['domain', 'block', 'down.example']);
  expect((await command(['host', 'retry', 'down.example'])).stderr).toContain('blocked');
});
