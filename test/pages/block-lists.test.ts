/** Lists of rules for servers: Mastodon's CSV in and out, lists at an address, and the allow list. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { refreshBlockLists } from '../../src/domain/moderation/block-lists.ts';
import { isBlockedUrl } from '../../src/domain/moderation/domain-rules.ts';
import { restrictionsOf } from '../support/accounts.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { openBrowser } from '../support/browser.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { insertFollow } from '../support/relations.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';
import { origin } from '../support/web-server.ts';
import { admin, bo, send, useOperator } from './operator.ts';

useOperator();

const csv = `#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate
bad.example,suspend,TRUE,false,"Spam, much",false
Loud.Example,silence,false,true,,true
pictures.example,noop,true,false,,false
b**.example,suspend,false,false,,false
cook.example,suspend,false,false,,false
"not a host",suspend,false,false,,false`;

const preview = async (text: string) => {
  const { hidden } = await admin.get('/admin/domains/lists');
  return admin.send('/admin/domains/lists/preview', [
    ['form_token', hidden.form_token!],
    ['file', new File([text], 'blocks.csv')],
  ]);
};
const rules = async () =>
  (await prisma().domainBlock.findMany({ orderBy: { host: 'asc' } })).map(({ host, severity, rejectMedia }) =>
    [host, severity, rejectMedia].join(' '),
  );
let badId: number;

beforeAll(async () => {
  badId = (await upsertAccount('bob', 'bad.example')).id;
  await insertFollow(bo.id, badId);
});

test('an import shows what it would do before it does it, and a second one changes nothing', async () => {
  const page = await preview(csv);
  expect(page.status).toBe(200);
  for (const text of ['bad.example, blocked, pictures rejected', 'b**.example', 'Import 3 rules', 'Follows ended'])
    expect(page.html).toContain(text);
  expect(await rules()).toEqual([]);
  const done = await admin.post('/admin/domains/lists/import', page.hidden);
  expect(done.status).toBe(303);
  expect(await rules()).toEqual([
    'bad.example suspend true',
    'loud.example silence false',
    'pictures.example noop true',
  ]);
  await drain();
  expect(await restrictionsOf(badId)).toEqual({ suspended: true, limited: false, mediaRejected: true });
  expect(await stored.follows({ followeeId: badId })).toBe(0);
  expect((await preview(csv)).html).toContain('Import 0 rules');
  expect((await preview('[')).status).toBe(422);
  const about = await openBrowser().get('/about');
  expect(about.html).toContain('bad.example');
  expect(about.html).toContain('Spam, much');
  expect(about.html).not.toContain('loud.example');

  const exported = await admin.get('/admin/domains/lists/export.csv');
  expect(exported.html.split('\r\n').slice(0, 3)).toEqual([
    '#domain,#severity,#reject_media,#reject_reports,#public_comment,#obfuscate',
    'bad.example,suspend,true,false,"Spam, much",false',
    'loud.example,silence,false,true,,true',
  ]);
});

test('a list at an address is followed: rules come and go with it, those of moderators stay', async () => {
  const list = remoteServerAt('lists.example');
  const kim = await upsertAccount('kim', 'hidden.example');
  const url = 'https://lists.example/blocks.json';
  const serve = (rows: object[]) => list.serve(url, () => rows as never, 'application/json');
  const digest = createHash('sha256').update('hidden.example').digest('hex');
  serve([
    { domain: 'h*****.example', digest, severity: 'silence' },
    { domain: 'new.example', severity: 'suspend' },
    { domain: 'x**.example', severity: 'suspend' },
    { domain: 'bad.example', severity: 'silence' },
  ]);
  const { hidden } = await admin.get('/admin/domains/lists');
  const page = await admin.post('/admin/domains/lists/preview', { ...hidden, url });
  for (const text of ['hidden.example, limited', 'new.example, blocked', 'x**.example', 'Follow this list'])
    expect(page.html).toContain(text);
  await admin.post('/admin/domains/lists/follow', page.hidden);
  await drain();
  expect(await rules()).toContain('hidden.example silence false');
  expect(await rules()).toContain('bad.example suspend true');
  expect((await restrictionsOf(kim.id)).limited).toBe(true);

  serve([{ domain: 'new.example', severity: 'silence' }]);
  await age('block lists', '2 days');
  await refreshBlockLists();
  await drain();
  expect(await rules()).toContain('new.example silence false');
  expect((await restrictionsOf(kim.id)).limited).toBe(false);

  serve([]);
  await send('/admin/domains/unblock', { host: 'bad.example' });
  const [, unfollow] = /action="(\/admin\/domains\/lists\/\d+\/unfollow)"/.exec(
    (await admin.get('/admin/domains/lists')).html,
  )!;
  await send(unfollow!);
  await drain();
  expect(await rules()).toEqual(['loud.example silence false', 'pictures.example noop true']);
  expect((await restrictionsOf(badId)).suspended).toBe(false);
});

test('with an allow list, only its servers are federated with, and open federation restores the others', async () => {
  const friend = await upsertAccount('fred', 'sub.friend.example');
  await send('/admin/domains/allowed/add', { hosts: 'friend.example\nwww.other.example' });
  const page = await admin.get('/admin/domains/allowed');
  const wrong = ['not a server', 'friend', 'https://friend example/', 'fri!end.example', '-friend.example'];
  for (const hosts of ['', ...wrong, `new.example\n${wrong.join('\n')}`]) {
    const referer = `${origin}/admin/domains/allowed`;
    const refused = await admin.post('/admin/domains/allowed/add', { ...page.hidden, hosts }, { origin, referer });
    expect([hosts, refused.status]).toEqual([hosts, 422]);
    expect(refused.html).toMatch(/<\/textarea><p class="error" role="alert"[^>]*>(?:These are no names|Please fill)/);
  }
  await send('/admin/domains/allowed/mode', { mode: 'allow_list' });
  await drain();
  expect([(await restrictionsOf(friend.id)).suspended, (await restrictionsOf(badId)).suspended]).toEqual([false, true]);
  expect(await isBlockedUrl('https://sub.friend.example/users/fred')).toBe(false);
  expect(await isBlockedUrl('https://bad.example/users/bob')).toBe(true);
  expect(await isBlockedUrl('https://cook.example/users/1')).toBe(false);
  expect((await as(bo).get('/accounts/new@unknown.example')).status).toBe(404);
  expect((await as(bo).get(`/accounts/${friend.id}`)).status).toBe(200);
  expect((await admin.get('/admin/domains/allowed/export.csv')).html).toBe(
    '#domain\r\nfriend.example\r\nwww.other.example\r\n',
  );
  await send('/admin/domains/allowed/mode', { mode: 'open' });
  await drain();
  expect((await restrictionsOf(badId)).suspended).toBe(false);
});
