/** Shows how to reach the operator: a link, or words. */
import { html } from 'hono/html';
import { webUrl } from './web-url.ts';

export function contactText(contact: string) {
  const url = webUrl(contact);
  return url ? html`<a href="${url}" rel="nofollow noopener noreferrer">${contact}</a>` : html`<bdi>${contact}</bdi>`;
}
