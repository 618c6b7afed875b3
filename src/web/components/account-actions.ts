/** Renders the buttons for an account. */

import { html } from 'hono/html';
import { type Account, isLocal } from '../../domain/accounts/account.ts';
import type { Relationship } from '../../domain/interactions/follow.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, nameOf, type Person, profileUrl } from './account.ts';
import { type ActionContext, actionButton } from './action-buttons.ts';
import type { Html } from './layout.ts';
import { menuLink, moreMenu } from './menu.ts';
import { copyLink, shareLink } from './share.ts';
import { followToggle, toggleButton } from './toggle.ts';
import { webUrl } from './web-url.ts';

export function accountActions(account: Person, relationship: Relationship, context: ActionContext): Html | string {
  const { id, blocking, followed, followerRequested } = relationship;
  const address = addressOf(account);
  const sharing = sharingOf(account);
  if (id === context.me)
    return html`<div class="actions no-print"><a class="button small quiet" href="/settings">${t('actions.edit-profile')}</a>${moreMenu(address, sharing)}</div>`;
  const path = `/accounts/${id}`;
  if (blocking)
    return html`<div class="actions no-print">${actionButton(context, `${path}/unblock`, t('actions.unblock'))}</div>`;
  return html`<div class="actions no-print">${toggleButton(followToggle(relationship), context)}
${followerRequested ? html`${actionButton(context, `${path}/authorize`, t('actions.accept-follower'))}${actionButton(context, `${path}/reject`, t('actions.reject-follower'))}` : ''}
${followed ? html`<span class="hint">${t('actions.follows-you')}</span>` : ''}
${moreMenu(address, [
  ...sharing,
  followed ? actionButton(context, `${path}/remove-follower`, t('actions.remove-follower')) : '',
  ...quietEntries(account, relationship, context),
  actionButton(context, `${path}/block`, t('actions.block'), { kind: 'danger' }),
  menuLink(`/report?account=${id}`, t('actions.report'), address),
])}</div>`;
}

/** Mute the account, hide its boosts, block its server, and the opposites. */
function quietEntries({ host, ...account }: Person, relationship: Relationship, context: ActionContext) {
  const { id, following, followingRequested, hidingBoosts, muting, domainBlocking } = relationship;
  const path = `/accounts/${id}`;
  const button = (action: string, label: string) => actionButton(context, `${path}/${action}`, label);
  return [
    following || followingRequested
      ? hidingBoosts
        ? button('show-boosts', t('mutes.show-boosts'))
        : button('hide-boosts', t('mutes.hide-boosts'))
      : '',
    muting
      ? button('unmute', t('mutes.unmute'))
      : menuLink(`${path}/mute`, t('mutes.mute'), addressOf({ host, ...account }), { dialog: true }),
    host === ''
      ? ''
      : domainBlocking
        ? button('unblock-server', t('mutes.unblock-server', { host }))
        : button('block-server', t('mutes.block-server', { host })),
  ];
}

/** Visitors follow the account from their own server, or see it on its server. */
export const visitorActions = (account: Account) =>
  html`<div class="actions no-print">${isLocal(account) ? followFromElsewhere(account) : viewAtHome(account)}${moreMenu(addressOf(account), sharingOf(account))}</div>`;

const followFromElsewhere = ({ iri }: Account) =>
  html`<a class="button small" href="/interact?intent=follow&amp;uri=${encodeURIComponent(iri ?? '')}" rel="nofollow">${t('profile.follow')}</a>`;

function viewAtHome({ url, iri, host }: Account) {
  const home = webUrl(url) ?? webUrl(iri);
  return home
    ? html`<a class="button small quiet" href="${home}" rel="nofollow noopener noreferrer">${t('profile.view-on', { server: host })}</a>`
    : '';
}

function sharingOf(account: Person) {
  const url = new URL(profileUrl(account), config.baseUrl).href;
  return [copyLink(url, addressOf(account)), shareLink(url, nameOf(account))];
}
