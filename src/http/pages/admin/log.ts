/** Who did what on these pages, and when. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listDeeds } from '../../../domain/admin/log.ts';
import { empty, pager } from '../parts/blocks.ts';
import { adminPage } from './door.ts';
import { adminShown, below, olderThan, row, rows } from './frame.ts';

const perPage = 50;
const path = '/admin/log';

export const log = new Hono().get(
  path,
  adminPage(async (visitor) => {
    const found = await listDeeds(below(visitor), perPage + 1);
    const list = found
      .slice(0, perPage)
      .map(({ name, action, subject, created_at }) =>
        row(
          html`<strong>@${name}</strong> ${action} <bdi>${subject}</bdi><br><span class="hint">${created_at.toISOString().slice(0, 19).replace('T', ' ')}</span>`,
        ),
      );
    const body = html`${list.length > 0 ? rows(list) : empty('Nothing was done yet.')}${pager({ newer: null, older: olderThan(found, perPage, path) })}`;
    return adminShown(visitor, path, 'Log', body);
  }),
);
