/** The operator's pages, with something on each of them. */
import { expect } from 'vitest';
import type { Step } from './world.ts';

export const governing: Step[] = [
  {
    name: 'Ann governs: she looks at every page, lets somebody in, and blocks a server',
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
        await ann.see(`/admin${section}`, `admin${section.replace('/', '-')}`);
      await ann.page.goto('/admin/accounts');
      await ann.page.getByRole('button', { name: 'Approve @dora' }).click();
      await ann.see('/admin/instance', 'admin-instance');
      await ann.page.getByLabel('Rules').fill('1. Be kind. <script>alert(1)</script>');
      await ann.page.getByLabel('Who may join').selectOption('open');
      await ann.page.getByRole('button', { name: 'Save' }).click();
      await guest.see('/about', 'about-rules');
      await ann.see('/admin/accounts/cem/reset-password', 'admin-reset-password');
      await ann.see(`/admin/domains?host=${beta.host.split(':')[0]}`, 'admin-domains-own');
      await ann.see('/admin/domains?host=bad.example', 'admin-domains');
      await ann.page.getByRole('button', { name: 'Block bad.example' }).click();
      await ann.look('admin-domains-blocked');
      await ann.see('/admin/reports', 'admin-reports');
      await ann.see('/admin/log', 'admin-log');
    },
  },
];
