/** Says what a reply answers when its page cannot show that. */

import { html } from 'hono/html';
import type { Status } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import { note } from './elements.ts';
import type { Html } from './layout.ts';
import { richText } from './rich-text.ts';
import { webUrl } from './web-url.ts';

/** `ancestors` are shown above the reply. Returns nothing if the parent is among them. */
export function answeredNote(
  { inReplyToId, inReplyToIri }: Pick<Status, 'inReplyToId' | 'inReplyToIri'>,
  ancestors: { id: number }[],
): Html | '' {
  if (inReplyToId !== null)
    return ancestors.some(({ id }) => id === inReplyToId) ? '' : note(t('items.reply-to-hidden'));
  const parent = webUrl(inReplyToIri);
  if (!parent) return '';
  return note(
    richText('items.reply-to-remote', {
      host: html`<strong>${new URL(parent).host}</strong>`,
      link: (text) => html`<a href="${parent}" rel="nofollow noopener noreferrer">${text}</a>`,
    }),
  );
}
