/** People as pages show them: picture, name, address. */
import { html } from 'hono/html';
import type { AccountCard } from '../../../domain/accounts/account.ts';
import { config } from '../../../lib/config.ts';
import { pictureUrls } from '../../output/picture.ts';
import type { Html } from '../layout.ts';
import { webUrl } from './web-url.ts';

type Person = Pick<
  AccountCard,
  'username' | 'host' | 'name' | 'url' | 'iri' | 'avatarKey' | 'avatarDescription'
>;

export const nameOf = ({ name, username }: Pick<Person, 'name' | 'username'>): string => name || username;

/** `@ann@host`, also for our own. */
export const addressOf = ({ username, host }: Pick<Person, 'username' | 'host'>): string =>
  `@${username}@${host || config.host}`;

/** Their page here for ours, at their own server for everybody else. */
export const homeOf = ({ username, host, url, iri }: Person): string =>
  host === '' ? `/@${username}` : (webUrl(url) ?? webUrl(iri) ?? '#');

export function avatar(person: Person, size = 40) {
  const url = person.avatarKey ? pictureUrls(person.avatarKey) : null;
  const src = url ? (size > 100 ? url.medium : url.small) : `/assets/avatar-${size > 80 ? 200 : 80}.png`;
  // The name stands beside it.
  return html`<img class="avatar" src="${src}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

/** With a second line, such as when. */
export function byline(person: Person, line: Html | string = '') {
  const remote = person.host === '' ? '' : html` rel="nofollow noopener noreferrer"`;
  return html`<div class="byline">${avatar(person)}<div><a href="${homeOf(person)}"${remote}><bdi>${nameOf(person)}</bdi></a>${line ? html`<br>${line}` : ''}</div></div>`;
}
