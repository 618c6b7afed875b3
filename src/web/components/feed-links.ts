/** Renders the line that offers a page as a feed. */
import { html } from 'hono/html';
import { richText } from './rich-text.ts';

/** The tags of a message with links to the feeds of a page. */
export const feedLinkTags = (path: string) => ({
  atom: (text: unknown) => html`<a href="${path}/feed.atom">${text}</a>`,
  json: (text: unknown) => html`<a href="${path}/feed.json">${text}</a>`,
});

export const feedLinks = (path: string) => richText('feeds.subscribe', feedLinkTags(path));
