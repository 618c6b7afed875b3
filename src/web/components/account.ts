/** Renders accounts, and the buttons for an account. */
import { html } from 'hono/html';
import { type Account, type AccountCard, isLocal } from '../../domain/accounts/account.ts';
import type { Relationship } from '../../domain/interactions/follow.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { portraitPath } from '../art.ts';
import { type ActionContext, actionButton, copyLink, followToggle, shareLink, toggleButton } from './actions.ts';
import { factLine, menuLink, moreMenu } from './elements.ts';
import type { Html } from './layout.ts';
import { webUrl } from './texts.ts';

// Renders accounts: avatar, name and address

/** The fields of an account that its name, address and portrait need. */
type Person = Pick<AccountCard, 'username' | 'host' | 'name' | 'url' | 'iri' | 'avatarKey' | 'avatarDescription'>;

export const nameOf = ({ name, username }: Pick<Person, 'name' | 'username'>): string => name || username;

/** Returns `@ann@host`, also for local accounts. */
export const addressOf = ({ username, host }: Pick<Person, 'username' | 'host'>): string =>
  `@${username}@${host || config.host}`;

/** Returns `@ann` for local accounts, whose server the reader knows, and `@ann@host` for remote ones. */
export const shortAddressOf = (person: Pick<Person, 'username' | 'host'>): string =>
  person.host === '' ? `@${person.username}` : addressOf(person);

/** Returns the profile on this server for local accounts, and on their own server for remote ones. */
export const profileUrl = ({ username, host, url, iri }: Person): string =>
  host === '' ? `/@${username}` : (webUrl(url) ?? webUrl(iri) ?? '#');

export function avatar(person: Person, size = 40) {
  const url = person.avatarKey ? pictureUrls(person.avatarKey) : null;
  const initials = () => portraitPath(nameOf(person), `${person.username}@${person.host}`);
  const src = url ? (size > 40 ? url.medium : url.small) : initials();
  // The alt text is empty because the name is next to the image.
  return html`<img class="avatar" src="${src}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

/** The name, linked to the profile. `linkClass` holds microformats classes for the link. */
export const accountLink = (person: Person, linkClass = '') =>
  html`<a${linkClass && html` class="${linkClass}"`} href="${profileUrl(person)}"${person.host === '' ? '' : html` rel="nofollow noopener noreferrer"`}><bdi>${nameOf(person)}</bdi></a>`;

/** The name, and the address of a remote account. */
export const nameLine = (person: Pick<Person, 'name' | 'username' | 'host'>) =>
  factLine([html`<bdi>${nameOf(person)}</bdi>`, person.host !== '' && html`<bdi>${addressOf(person)}</bdi>`]);

/** Avatars, names and addresses in columns. */
export const peopleList = (people: Person[]) =>
  html`<ul class="people">${people.map((person) => html`<li>${byline(person, addressOf(person))}</li>`)}</ul>`;

/** Avatar and name, with an optional second line. */
export function byline(person: Person, line: Html | string = '', linkClass = '') {
  return html`<div class="byline">${avatar(person)}<div>${accountLink(person, linkClass)}${line ? html`<br>${typeof line === 'string' ? html`<bdi>${line}</bdi>` : line}` : ''}</div></div>`;
}

// Renders the buttons for an account

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
