/** Who waits to be let in, and who is kept out. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listBlocked, listRequesters, type RelatedAccount } from '../../../domain/account-lists.ts';
import { firstPage } from '../../../lib/page.ts';
import { type MemberVisitor, memberPage } from '../member.ts';
import { type Acts, actsOf, press } from '../parts/acts.ts';
import { empty } from '../parts/blocks.ts';
import { addressOf, byline } from '../parts/person.ts';
import { settingsShown } from './frame.ts';

const path = '/settings/people';
const list = { ...firstPage, limit: 80 };

export const people = new Hono().get(path, memberPage(show));

async function show(visitor: MemberVisitor) {
  const [asking, blocked] = await Promise.all([
    listRequesters(visitor.me, list),
    listBlocked(visitor.me, list),
  ]);
  const acts = actsOf(visitor)!;
  const body = html`<h2>Who asks to follow you</h2>${rows(asking, acts, { authorize: 'Let them follow', reject: 'Refuse' }, 'Nobody waits.')}
<h2>Whom you block</h2>${rows(blocked, acts, { unblock: 'Unblock' }, 'Nobody.')}`;
  return settingsShown(visitor, path, 'People', body);
}

function rows(found: RelatedAccount[], acts: Acts, ways: Record<string, string>, nobody: string) {
  if (found.length === 0) return empty(nobody);
  return html`<ul class="rows">${found.map(
    ({ account }) =>
      html`<li>${byline(account, addressOf(account))}<div class="acts">${Object.entries(ways).map(([act, label]) => press(acts, `/accounts/${account.id}/${act}`, label, { of: addressOf(account) }))}</div></li>`,
  )}</ul>`;
}
