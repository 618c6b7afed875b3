/** Renders accounts: avatar, name and address. */
import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { portraitPath } from '../art.ts';
import { factLine } from './fact-line.ts';
import type { Html } from './layout.ts';
import { webUrl } from './web-url.ts';

/** The fields of an account that its name, address and portrait need. */
export type Person = Pick<
  AccountCard,
  'username' | 'host' | 'name' | 'url' | 'iri' | 'avatarKey' | 'avatarDescription'
>;

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
