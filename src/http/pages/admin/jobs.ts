/** Work that waits, is under way, or was set aside because it failed too often. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { noting } from '../../../domain/admin/log.ts';
import { countWork } from '../../../domain/admin/stock.ts';
import { listSetAside, replayJob } from '../../../domain/set-aside.ts';
import { jobs as catalogue } from '../../../jobs/catalogue.ts';
import { excerpt } from '../../../lib/html.ts';
import { empty } from '../parts/blocks.ts';
import { adminForm, adminPage } from './door.ts';
import { adminShown, button, row, rows } from './frame.ts';

const most = 100;
const path = '/admin/jobs';
const queues = new Map(Object.values(catalogue).map(({ name, queue }) => [name as string, queue as string]));

export const jobs = new Hono()
  .get(
    path,
    adminPage(async (visitor) => {
      const [work, aside] = await Promise.all([countWork(), listSetAside(most)]);
      const counts = work.map(({ job, due, scheduled, offered, quarantined, oldest_due }) =>
        row(
          html`<strong>${job}</strong> <span class="hint">queue ${queues.get(job) ?? 'unknown'}</span><br>${due} due, ${scheduled} for later, ${offered} on the queue, ${quarantined} set aside${oldest_due >= 1 ? html`; the oldest is due for ${Math.round(oldest_due)} s` : ''}`,
        ),
      );
      const list = aside.map(({ id, job, payload, errors, last_error, quarantined_at }) =>
        row(
          html`<strong>${job}</strong> <span class="hint">${quarantined_at.toISOString().slice(0, 16).replace('T', ' ')}, ${errors} errors</span><br><code>${excerpt(JSON.stringify(payload), 300)}</code><br><bdi>${excerpt(last_error ?? '', 300)}</bdi>`,
          [button(visitor.token, `${path}/replay`, 'Try again', { id })],
        ),
      );
      const body = html`<p><a href="/admin/queues">What BullMQ has of them</a> <span class="hint">to look at; what is due, done or set aside is decided here</span></p>${counts.length > 0 ? rows(counts) : empty('No jobs: all work is done.')}<h2>Set aside</h2>${list.length > 0 ? rows(list) : empty('No job was set aside.')}`;
      return adminShown(visitor, path, 'Jobs', body);
    }),
  )
  .post(
    `${path}/replay`,
    adminForm(async ({ visit, fields }) => {
      const id = fields.get('id') ?? '';
      await noting(visit.accountId, 'replay-job', id, () => replayJob(id));
      return `${path}?done=replay-job`;
    }),
  );
