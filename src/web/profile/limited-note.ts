/** Stands in front of the profile of an account that moderators limited. */

import { html } from 'hono/html';
import type { Account } from '../../domain/accounts/account.ts';
import { getRelationship } from '../../domain/interactions/follow.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.ts';
import { note } from '../components/elements.ts';
import { headTags } from '../components/head.ts';
import type { PageContent, Visitor } from '../components/page-handler.ts';

/** Null for the account itself, for its followers, and for those who asked to see the profile. */
export async function findLimitedNote(account: Account, { c, viewer }: Visitor): Promise<PageContent | null> {
  const me = viewer.accountId;
  if (account.limitedAt === null || account.id === me || c.req.query('show') === 'yes') return null;
  if (me !== null && (await getRelationship(me, account.id)).following) return null;

  const address = addressOf(account);
  const { pathname } = new URL(c.req.url);
  const body = html`<h1>${address}</h1>${note(t('profile.limited'))}
<p><a class="button quiet" href="${pathname}?show=yes" rel="nofollow">${t('profile.show-anyway')}</a></p>`;
  return {
    title: address,
    body,
    layout: {
      width: 'text',
      head: headTags({ title: address, canonical: `${config.baseUrl}${pathname}`, index: false }),
    },
  };
}
