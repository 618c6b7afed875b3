/** Says what a reply answers when its page cannot show that. */
import { html } from 'hono/html';
import type { Status } from '../../domain/items/eventable.ts';
import { note } from './elements.ts';
import type { Html } from './layout.ts';
import { webUrl } from './web-url.ts';

/** `ancestors` are shown above the reply. Returns nothing if the parent is among them. */
export function answeredNote(
  { inReplyToId, inReplyToIri }: Pick<Status, 'inReplyToId' | 'inReplyToIri'>,
  ancestors: { id: number }[],
): Html | '' {
  if (inReplyToId !== null)
    return ancestors.some(({ id }) => id === inReplyToId)
      ? ''
      : note('This is a reply to a post that you cannot see.');
  const parent = webUrl(inReplyToIri);
  if (!parent) return '';
  return note(
    html`This is a reply to a post on <strong>${new URL(parent).host}</strong>. <a href="${parent}" rel="nofollow noopener noreferrer">View that post</a>`,
  );
}
