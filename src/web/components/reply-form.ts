/** Renders the form that replies to an item on the item's own page. */
import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { addressOf } from './account.ts';
import type { ActionContext } from './action-buttons.ts';
import { hidden } from './field.ts';

const audience = {
  public: 'Everyone can see your reply.',
  unlisted: 'Everyone who has the link can see your reply.',
  private: 'Your followers can see your reply.',
  direct: 'Only people you mention can see your reply.',
};

/** Starts with a mention of the author and takes over the visibility, as the page for replies does. */
export function replyForm(item: Eventable, { formToken, me, returnPath }: ActionContext) {
  const { id, account, visibility } = item;
  const text = account.id === me ? '' : `${addressOf(account)} `;
  return html`<form id="reply" class="reply-form no-print" method="post" action="/write/post">${hidden({ form_token: formToken, to: String(id), visibility, back: returnPath })}
<label for="reply-text">Your reply</label><textarea id="reply-text" name="content" maxlength="5000" required aria-describedby="reply-hint">
${text}</textarea><p class="hint" id="reply-hint">${audience[visibility]}</p>
<div class="choices"><button class="small">Reply</button><a class="button small plain" href="/write/post?to=${id}">Add a photo or a warning</a></div></form>`;
}
