/** The admin page for background jobs and the quarantine. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listQuarantinedJobs, replayJob } from '../../domain/instance/quarantine.ts';
import { countJobsByName } from '../../domain/instance/statistics.ts';
import { logAdminAction } from '../../domain/moderation/admin-log.ts';
import { jobs as catalogue } from '../../jobs/catalogue.ts';
import { excerpt } from '../../lib/html/html.ts';
import { empty } from '../components/elements.ts';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, button, row, rows } from './layout.ts';

const maxJobs = 100;
const path = '/admin/jobs';
const queues = new Map(Object.values(catalogue).map(({ name, queue }) => [name as string, queue as string]));

export const jobs = new Hono()
  .get(
    path,
    adminPage('operate', async (visitor) => {
      const [openJobs, quarantinedJobs] = await Promise.all([
        countJobsByName(),
        listQuarantinedJobs(maxJobs),
      ]);
      const counts = openJobs.map(({ job, due, scheduled, dispatched, quarantined, oldest_due }) =>
        row(
          html`<strong>${job}</strong> <span class="hint">queue ${queues.get(job) ?? 'unknown'}</span><br>${due} due, ${scheduled} scheduled, ${dispatched} in the queue, ${quarantined} quarantined${oldest_due >= 1 ? html`; oldest due job waiting for ${Math.round(oldest_due)} s` : ''}`,
        ),
      );
      const list = quarantinedJobs.map(({ id, job, payload, errors, last_error, quarantined_at }) =>
        row(
          html`<strong>${job}</strong> <span class="hint">${quarantined_at.toISOString().slice(0, 16).replace('T', ' ')}, ${errors} errors</span><br><code>${excerpt(JSON.stringify(payload), 300)}</code><br><bdi>${excerpt(last_error ?? '', 300)}</bdi>`,
          [button(visitor.token, `${path}/replay`, 'Retry', { id })],
        ),
      );
      const body = html`<p><a href="/admin/queues">BullMQ queue dashboard</a> <span class="hint">(read-only)</span></p>${counts.length > 0 ? rows(counts) : empty('No open jobs.')}<h2>Quarantined jobs</h2>${list.length > 0 ? rows(list) : empty('No quarantined jobs.')}`;
      return adminContent(visitor, path, 'Jobs', body);
    }),
  )
  .post(
    `${path}/replay`,
    adminForm('operate', async ({ moderator, fields }) => {
      const id = fields.get('id') ?? '';
      await logAdminAction(moderator, 'replay-job', id, () => replayJob(id));
      return `${path}?done=replay-job`;
    }),
  );
