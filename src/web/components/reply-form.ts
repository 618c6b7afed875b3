/** Renders the form that replies to an item on the item's own page. */

import { html } from 'hono/html';
import type { Eventable } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from './account.ts';
import type { ActionContext } from './action-buttons.ts';
import { hidden } from './field.ts';

/** Starts with a mention of the author and takes over the visibility, as the page for replies does. */
export function replyForm(item: Eventable, { formToken, me, returnPath }: ActionContext) {
  const { id, account, visibility } = item;
  const text = account.id === me ? '' : `${addressOf(account)} `;
  return html`<form id="reply" class="reply-form no-print" method="post" action="/write/post">${hidden({ form_token: formToken, to: String(id), visibility, back: returnPath })}
<label for="reply-text">${t('items.your-reply')}</label><textarea id="reply-text" name="content" maxlength="5000" required aria-describedby="reply-hint">
${text}</textarea><p class="hint" id="reply-hint">${t(`visibility.reply-${visibility}`)}</p>
<div class="choices"><button class="small">${t('items.send-reply')}</button><a class="button small plain" href="/write/post?to=${id}">${t('items.add-to-reply')}</a></div></form>`;
}
