/** Returns the paths of collections and their texts. */
import { html } from 'hono/html';
import type { Collection } from '../../domain/collections/collections.ts';
import { webUrl } from '../components/web-url.ts';

type Linked = Pick<Collection, 'id' | 'url'> & { account: Pick<Collection['account'], 'handle'> };

/** A path on this server, or the original URL if the owner has no page here. */
export const collectionPath = ({ id, url, account: { handle } }: Linked): string =>
  handle === null ? (webUrl(url) ?? '#') : `/@${handle}/collections/${id}`;

/** The plain text of an owner, with its line breaks. */
export const ownText = (text: string) => (text === '' ? '' : html`<p class="own-text">${text}</p>`);

/** `collections.public` and so on are their texts. */
export const visibilities = ['public', 'unlisted', 'private'] as const satisfies Collection['visibility'][];
