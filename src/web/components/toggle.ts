/** Renders buttons that begin or end something: like, boost, pin and follow. */

import { html } from 'hono/html';
import type { Relationship } from '../../domain/interactions/follow.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import { hidden } from './field.ts';
import type { Html } from './layout.ts';

/** The state of such a button. A page renders it, and the script of the page receives the next one after a click. */
export interface Toggle {
  /** The same for every button on a page that begins or ends the same thing: `like-5`. */
  key: string;
  /** Path of the form. */
  action: string;
  label: string;
  /** Read after the label by screen readers. */
  hint: string;
  /** Not shown if it is 0. */
  count: number;
  /** Null if the label changes instead (ARIA 1.2 §5.2.8.4 wants one of both). */
  pressed: boolean | null;
  /** Whether a button with words is outlined instead of filled. Null for a button that is pressed. */
  isQuiet: boolean | null;
}

interface FormContext {
  formToken: string;
  /** Path of the current page, to which the action returns without script. */
  returnPath: string;
}

interface ToggleOptions {
  /** Shown instead of the label, which is then only read by screen readers. */
  icon?: Html | string;
  /** URL fragment to return to, without script. */
  fragment?: string;
  /** The key that presses the button. */
  shortcut?: string;
}

/** The script replaces the texts of `label`, `total` and `hint-text`. */
export function toggleButton(
  { key, action, label, hint, count, pressed, isQuiet }: Toggle,
  { formToken: token, returnPath }: FormContext,
  { icon = '', fragment = '', shortcut }: ToggleOptions = {},
): Html {
  return html`<form method="post" action="${action}" data-in-place data-toggle="${key}">${hidden({ form_token: token, back: returnPath + fragment })}<button class="${icon ? 'icon-only' : isQuiet ? 'small quiet' : 'small'}"${
    pressed === null ? '' : html` aria-pressed="${pressed ? 'true' : 'false'}"`
  }${shortcut ? html` aria-keyshortcuts="${shortcut}"` : ''}>${icon}<span class="label${icon ? ' visually-hidden' : ''}">${label}</span> <span class="total">${count > 0 ? count : ''}</span><span class="visually-hidden hint-text">${hint}</span></button></form>`;
}

type ToggledItem = Pick<Eventable, 'id' | 'liked' | 'boosted' | 'likesCount' | 'boostsCount'>;

/** `title` names the item for screen readers. */
export const likeToggle = ({ id, liked, likesCount }: ToggledItem, title: string): Toggle => ({
  key: `like-${id}`,
  action: `/items/${id}/${liked ? 'unlike' : 'like'}`,
  label: t('actions.like'),
  hint: title,
  count: likesCount,
  pressed: liked,
  isQuiet: null,
});

/** `title` names the item for screen readers. */
export const boostToggle = ({ id, boosted, boostsCount }: ToggledItem, title: string): Toggle => ({
  key: `boost-${id}`,
  action: `/items/${id}/${boosted ? 'unboost' : 'boost'}`,
  label: t('actions.boost'),
  hint: title,
  count: boostsCount,
  pressed: boosted,
  isQuiet: null,
});

/** `title` names the item for screen readers. */
export const pinToggle = (id: number, isPinned: boolean, title: string): Toggle => ({
  key: `pin-${id}`,
  action: `/items/${id}/${isPinned ? 'unpin' : 'pin'}`,
  label: t('actions.pin'),
  hint: title,
  count: 0,
  pressed: isPinned,
  isQuiet: null,
});

/** `name` is the name of the account, where several accounts are on a page. */
export function followToggle(
  { id, following, followingRequested }: Pick<Relationship, 'id' | 'following' | 'followingRequested'>,
  name = '',
): Toggle {
  const ends = following || followingRequested;
  const label = t(following ? 'actions.following' : followingRequested ? 'actions.follow-requested' : 'actions.follow');
  return {
    key: `follow-${id}`,
    action: `/accounts/${id}/${ends ? 'unfollow' : 'follow'}`,
    label,
    hint: [name, ends ? t('actions.unfollow-hint') : ''].filter(Boolean).join(' '),
    count: 0,
    pressed: null,
    isQuiet: ends,
  };
}
