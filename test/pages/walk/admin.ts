/** Steps for the admin pages, with content on each of them. */
import { expect } from 'vitest';
import { findEmbedded } from '../../../src/db/embedded/embedded.ts';
import { openQueuesForInspection } from '../../../src/jobs/queues.ts';
import type { Instance } from '../../support/instance.ts';
import type { Step } from './context.ts';

/** Adds a job that stays in its queue until the end of the walk. */
async function insertQuarantinedJob({ dataDir }: Instance): Promise<void> {
  const queues = await openQueuesForInspection((await findEmbedded(dataDir))!);
  const queue = queues.list.find(({ name }) => name === 'media')!;
  await queue.add('process-medium', { note: '<script>alert(1)</script>', more: null }, { delay: 3_600_000 });
  await queues.close();
}

export const adminSteps: Step[] = [
  {
    name: 'Ann opens every admin page, approves an account and blocks a server',
    isLong: true,
    run: async ({ alpha, beta, ann, guest, mallory }) => {
      await alpha.cli('account', 'create', 'cem', '--display', 'Cem <b>');
      const accused = await mallory.get(`/accounts/${encodeURIComponent(`ann@${alpha.host}`)}`);
      const made = await mallory.post('/reports', {
        report: {
          account_id: accused.body.id,
          comment: '<script>alert(1)</script> She cooks.',
          forward: true,
        },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(204);
      for (const section of ['', '/accounts', '/hosts', '/jobs'])
        await ann.open(`/admin${section}`, `admin${section.replace('/', '-')}`);
      await ann.page.goto('/admin/accounts');
      await ann.page.getByRole('button', { name: 'Approve @dora' }).click();
      await ann.open('/admin/storage', 'admin-storage');
      await ann.page.getByLabel('Remove unused items').fill('30');
      await ann.page.getByRole('button', { name: 'Show what this removes' }).click();
      await ann.check('admin-storage-preview');
      await ann.page.getByRole('button', { name: 'Save these settings' }).click();
      await ann.open('/admin/instance', 'admin-instance');
      await ann.page.getByLabel('Rules').fill('1. Be kind. <script>alert(1)</script>');
      await ann.page.getByLabel('Who can sign up').selectOption('open');
      await ann.page.getByRole('button', { name: 'Save' }).click();
      await guest.open('/about', 'about-rules');
      await ann.open('/admin/accounts/cem/reset-password', 'admin-reset-password');
      await ann.open(`/admin/domains?host=${beta.host.split(':')[0]}`, 'admin-domains-own');
      await ann.open('/admin/domains?host=bad.example', 'admin-domains');
      await ann.page.getByRole('button', { name: 'Save rule for bad.example' }).click();
      await ann.check('admin-domains-blocked');
      await ann.open('/admin/domains/lists', 'admin-block-lists');
      await ann.page.getByLabel('File').setInputFiles({
        name: 'blocks.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('#domain,#severity\nspam.example,suspend\nl**d.example,silence\n'),
      });
      await ann.page.getByRole('button', { name: 'Preview import' }).click();
      await ann.check('admin-import-preview');
      await ann.page.getByRole('button', { name: 'Import 1 rule' }).click();
      await ann.open('/admin/domains/allowed', 'admin-allowed');
      await ann.open('/admin/log', 'admin-log');
    },
  },
  {
    name: 'the queue dashboard shows queues and single jobs',
    isLong: true,
    run: async ({ alpha, ann: { page, check: look } }) => {
      await insertQuarantinedJob(alpha);
      await page.goto('/admin/jobs');
      await page.getByRole('link', { name: 'BullMQ queue dashboard' }).click();
      await page.getByText('1 Job', { exact: true }).waitFor();
      await look('admin-queues');
      await page.getByRole('link', { name: 'media', exact: true }).first().click();
      await page.getByText('process-medium').waitFor();
      await look('admin-queue');
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      await look('admin-queues-settings');
    },
  },
];
