/** Renders forms with a single button, and collects what they need. */
import { html } from 'hono/html';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { isThreadMuted } from '../../domain/interactions/block.ts';
import { listPinnedIds } from '../../domain/interactions/on-item.ts';
import { formToken } from '../../http/browser-session.ts';
import { hidden } from './field.ts';
import type { Html } from './layout.ts';
import type { Visitor } from './page-handler.ts';

/** What a form with a single button needs. */
export interface ActionContext {
  me: number;
  formToken: string;
  /** Path of the current page, to which the action returns. */
  returnPath: string;
  /** Ids of the member's pinned items. Only set on pages where items can be pinned. */
  pinnedIds?: Set<number>;
  /** The member has muted the thread of the page. Only set on pages of one thread. */
  mutesThread?: boolean;
}

/** Returns null for a visitor who is not logged in. */
export function actionContext({ c, session }: Visitor): ActionContext | null {
  if (!session) return null;
  const { pathname, search } = new URL(c.req.url);
  return { me: session.accountId, formToken: formToken(c, session), returnPath: pathname + search };
}

/** The context on the own page of an item: whether its thread is muted, and for its author the pinned items. */
export async function itemContext(
  visitor: Visitor,
  { id, account }: { id: number; account: Pick<AccountCard, 'id'> },
): Promise<ActionContext | null> {
  const context = actionContext(visitor);
  if (!context) return null;
  const isAuthor = account.id === context.me;
  const [mutesThread, pinned] = await Promise.all([
    isThreadMuted(context.me, id),
    isAuthor ? listPinnedIds(context.me) : null,
  ]);
  return { ...context, mutesThread, ...(pinned && { pinnedIds: new Set(pinned) }) };
}

interface ButtonOptions {
  kind?: 'quiet' | 'danger';
  /** Added to the label for screen readers, such as the name of the item. */
  hiddenText?: string;
  /** URL fragment to return to. */
  fragment?: string;
}

export function actionButton(
  { formToken: token, returnPath }: ActionContext,
  action: string,
  label: Html | string,
  options: ButtonOptions = {},
): Html {
  const { kind = 'quiet', hiddenText, fragment = '' } = options;
  return html`<form method="post" action="${action}">${hidden({ form_token: token, back: returnPath + fragment })}<button class="small ${kind}">${label}${hiddenText ? html`<span class="visually-hidden"> ${hiddenText}</span>` : ''}</button></form>`;
}
