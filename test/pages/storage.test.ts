/** The admin page about storage. */
import { expect, test } from 'vitest';
import { getRetention } from '../../src/domain/retention/settings.ts';
import { admin, member, useOperator } from './operator.ts';

useOperator();

test('an administrator sees what takes room, previews a retention and saves it', async () => {
  const page = await admin.get('/admin/storage');
  expect(page.html).toContain('Items in the database');
  expect(page.html).not.toContain('This would remove');

  const preview = await admin.get('/admin/storage?item_days=30&media_days=&keep_followed=yes');
  expect(preview.html).toContain('This would remove no items and no pictures');
  expect((await getRetention()).itemDays).toBeNull();

  const saved = await admin.post('/admin/storage', {
    ...preview.hidden,
    item_days: '30',
    media_days: '',
    keep_followed: 'yes',
  });
  expect(saved.status).toBe(303);
  expect(await getRetention()).toEqual({ itemDays: 30, mediaDays: null, keepsFollowed: true });
  expect((await admin.get('/admin/log')).html).toContain(
    'items go after 30 days, pictures stay up to the limit of the cache. Keep items of followed accounts',
  );
});

test('wrong numbers are refused, and members see nothing', async () => {
  const { hidden } = await admin.get('/admin/storage?item_days=30');
  for (const days of ['3', '99999', 'x', '-7']) {
    expect((await admin.get(`/admin/storage?item_days=${days}`)).status, days).toBe(422);
    expect((await admin.post('/admin/storage', { ...hidden, item_days: days })).status, days).toBe(422);
  }
  expect((await getRetention()).itemDays).not.toBe(3);
  expect((await member.get('/admin/storage')).status).toBe(404);
  expect((await member.post('/admin/storage', { item_days: '30' })).status).toBe(404);
});
