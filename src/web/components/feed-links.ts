/** Names the feeds of pages, and renders the line that offers them. */
import { html } from 'hono/html';
import { reader } from '../../lib/language/reader.ts';
import { richText } from './rich-text.ts';

/** The address of a feed names its language, because its subscriber's program has no member and no cookie. */
export function feedPath(path: string, format: 'atom' | 'json', query = ''): string {
  const parameters = new URLSearchParams(query);
  parameters.set('lang', reader().language);
  return `${path}.${format}?${parameters}`;
}

/** The tags of a message with links to the feeds of a page. */
export const feedLinkTags = (path: string) => ({
  atom: (text: unknown) => html`<a href="${feedPath(`${path}/feed`, 'atom')}">${text}</a>`,
  json: (text: unknown) => html`<a href="${feedPath(`${path}/feed`, 'json')}">${text}</a>`,
});

export const feedLinks = (path: string) => richText('feeds.subscribe', feedLinkTags(path));
