/** Says on the page of an item that the member has muted its thread. */
import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import { type ActionContext, actionButton } from './action-buttons.ts';
import { note } from './elements.ts';

export function mutedThreadNote({ id }: { id: number }, context: ActionContext | null) {
  if (!context?.mutesThread) return '';
  const button = actionButton(context, `/items/${id}/unmute-thread`, t('mutes.unmute-thread'));
  return note(html`<p>${t('mutes.thread-muted')}</p>${button}`);
}
