/** Reports: received, created, forwarded to another server anonymously, and closed. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { listReports, resolveReport } from '../../src/domain/moderation/reports.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { config } from '../../src/lib/config.ts';
import { as } from '../support/as.ts';
import { bob, remote, uniqueName, useBob } from '../support/bob.ts';
import { deleteAll } from '../support/delete-all.ts';
import { drain } from '../support/drain.ts';
import { deliverFrom, deliverFromBob, outcomeOf, storedAccount, useReceiver } from '../support/receiver.ts';
import type { Json } from '../support/remote-server.ts';
import { itemIdOf } from '../support/stored.ts';

let ann: Account;

useReceiver();
useBob();

beforeEach(async () => {
  ann = await register({ username: uniqueName('ann') });
  await deleteAll('reports');
});

const post = async (content = 'Buy my soup!') => (await as(ann).post('/statuses', { content })).body;

test('a Flag is stored once, with its sender, the reported account and the items', async () => {
  const { id, uri } = await post();
  const flag = await deliverFromBob('Flag', [ann.iri, uri, 'https://third.example/notes/1'], {
    content: '<p>It is <b>spam</b></p>',
  });
  expect(await outcomeOf(flag)).toBe('done');
  await remote.send({ ...flag, content: 'again' });
  await drain();

  expect(await listReports()).toMatchObject([
    { account: { id: ann.id }, reporter: { iri: bob.iri }, eventableIds: [id], comment: 'It is spam' },
  ]);
  expect((await as(ann).get('/notifications')).body).toEqual([]);
});

test.each<[form: string, object: (uri: string, url: string) => unknown]>([
  ['one id', (uri) => uri],
  [
    'objects',
    (uri) => [
      { id: ann.iri, type: 'Person' },
      { id: uri, type: 'Note', content: 'x' },
    ],
  ],
  ['pages', (_, url) => [`${config.baseUrl}/@${ann.username}`, url]],
])('a Flag names what it reports by %s', async (_, object) => {
  const { id, uri, url } = await post();
  await deliverFromBob('Flag', object(uri, url), { content: 'x' });
  expect(await listReports()).toMatchObject([{ account: { id: ann.id }, eventableIds: [id] }]);
});

test('a Flag opens to moderators only items that its sender, or the server of its sender, may read', async () => {
  const { id, uri } = (await as(ann).post('/statuses', { content: 'For followers', visibility: 'private' })).body;
  await deliverFromBob('Flag', [ann.iri, uri]);
  expect(await listReports()).toMatchObject([{ eventableIds: [], hiddenIds: [id] }]);
  const instance = remote.actor('instance', { type: 'Application' });
  await deliverFrom(remote, 'Flag', instance, [ann.iri, uri]);
  expect((await listReports())[0]).toMatchObject({ eventableIds: [], hiddenIds: [id] });

  await deliverFromBob('Follow', ann.iri);
  await deliverFromBob('Flag', [ann.iri, uri]);
  expect((await listReports())[0]).toMatchObject({ eventableIds: [id], hiddenIds: [] });
  await deliverFrom(remote, 'Flag', instance, [ann.iri, uri]);
  expect((await listReports())[0]).toMatchObject({ eventableIds: [id], hiddenIds: [] });
  const eve = remote.actor('eve');
  await deliverFrom(remote, 'Flag', eve, [ann.iri, uri]);
  expect((await listReports())[0]).toMatchObject({ eventableIds: [], hiddenIds: [id] });
});

test('a Flag that names only an item reports its author, and one about no local account is dropped', async () => {
  const { id, uri } = await post();
  expect(await outcomeOf(await deliverFromBob('Flag', uri))).toBe('done');
  expect(await listReports()).toMatchObject([{ account: { id: ann.id }, eventableIds: [id] }]);

  expect(await outcomeOf(await deliverFromBob('Flag', 'https://third.example/users/eve'))).toBe('irrelevant');
  expect(await outcomeOf(await deliverFromBob('Flag', bob.iri))).toBe('irrelevant');
});

test('a reported account cannot prevent a report by a block, and an Undo does not retract it', async () => {
  await deliverFromBob('Follow', ann.iri);
  await block(ann.id, (await storedAccount(bob)).id);
  const flag = await deliverFromBob('Flag', ann.iri);
  await deliverFromBob('Undo', flag);
  expect(await listReports()).toHaveLength(1);
});

test('an account has at most 100 open reports', async () => {
  await deliverFromBob('Flag', ann.iri);
  const { reporterId, accountId } = await prisma().report.findFirstOrThrow();
  await prisma().report.createMany({ data: Array.from({ length: 99 }, () => ({ reporterId, accountId })) });
  await deliverFromBob('Flag', ann.iri);
  expect(await listReports({ limit: 200 })).toHaveLength(100);
});

test('a forwarded report is sent to the account’s server by the instance actor', async () => {
  await deliverFromBob('Follow', ann.iri);
  const note = remote.note(bob, { tag: [{ type: 'Mention', href: ann.iri }], cc: [ann.iri] });
  await deliverFromBob('Create', note);
  const { id: accountId } = await storedAccount(bob);
  const itemId = await itemIdOf(note.id);
  remote.inbox.length = 0;

  const report = {
    account_id: accountId,
    items: [{ type: 'status', id: itemId }],
    comment: 'Rude',
  };
  expect((await as(ann).post('/reports', { report: { ...report, forward: true } })).status).toBe(204);
  await drain();
  const [flag] = remote.inbox;
  expect(flag).toMatchObject({ type: 'Flag', object: [bob.iri, note.id], content: 'Rude' });
  expect(JSON.stringify(flag)).not.toContain(ann.iri);
  expect(await listReports()).toMatchObject([{ reporter: { id: ann.id }, account: { id: accountId } }]);

  remote.inbox.length = 0;
  await as(ann).post('/reports', { report });
  await drain();
  expect(remote.inbox).toEqual([]);
});

test('a report of oneself, of a missing account, of items of others or with too long a comment is refused', async () => {
  const mine = await post();
  const cy = await register({ username: uniqueName('cy') });
  const refused = async (report: Json) => {
    const { status, body } = await as(ann).post('/reports', { report });
    return [status, Object.keys(body.errors)];
  };
  expect(await refused({ account_id: ann.id })).toEqual([422, ['account_id']]);
  expect(await refused({ account_id: 999_999 })).toEqual([404, ['base']]);
  expect(await refused({})).toEqual([422, ['account_id']]);
  const items = [{ type: 'status', id: mine.id }];
  expect(await refused({ account_id: cy.id, items })).toEqual([422, ['items']]);
  expect(await refused({ account_id: cy.id, comment: 'x'.repeat(1_001) })).toEqual([422, ['comment']]);
});

test('a closed report is listed among the closed ones', async () => {
  const flag = await deliverFromBob('Flag', ann.iri);
  const [report] = await listReports();
  await resolveReport(operator, report!.id);
  await resolveReport(operator, report!.id);
  expect(await listReports()).toEqual([]);
  expect(await listReports({ resolved: true })).toMatchObject([{ id: report!.id }]);
  await expect(resolveReport(operator, 0)).rejects.toThrow('not found');
  expect(await outcomeOf(flag)).toBe('done');
});

test('a Dislike is dropped, with the reason why', async () => {
  const { uri } = await post();
  expect(await outcomeOf(await deliverFromBob('Dislike', uri))).toBe('unsupported');
});
