/** Renders the top of a profile: cover, portrait, names, buttons, counts and what the account says about itself. */

import { html, raw } from 'hono/html';
import { type Account, isLocal } from '../../domain/accounts/account.ts';
import { getRelationship } from '../../domain/interactions/follow.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, avatar, nameOf } from '../components/account.ts';
import { accountActions, visitorActions } from '../components/account-actions.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { feedLinkTags } from '../components/feed-links.ts';
import type { Html } from '../components/layout.ts';
import { sourceSet } from '../components/pictures.ts';
import { richText } from '../components/rich-text.ts';

export async function profileHeader(account: Account, context: ActionContext | null): Promise<Html> {
  const { followersCount, followingCount, summaryHtml } = account;
  const buttons = context
    ? accountActions(account, await getRelationship(context.me, account.id), context)
    : visitorActions(account);
  return html`<header class="profile">${cover(account)}
<div class="profile-top">${avatar(account, 112)}${buttons}</div>
<h1><bdi>${nameOf(account)}</bdi></h1>
<p class="address"><bdi>${addressOf(account)}</bdi></p>
${summaryHtml ? html`<div class="prose">${raw(isLocal(account) ? addRelMe(summaryHtml) : summaryHtml)}</div>` : ''}
<ul class="facts"><li>${richText('profile.followers', { count: followersCount, strong })}</li><li>${richText('profile.following', { count: followingCount, strong })}</li></ul>
${context || !isLocal(account) ? '' : otherWaysToFollow(account)}</header>`;
}

/** It says nothing that the page does not say, so it has no alternative text. */
function cover({ headerKey }: Account) {
  if (headerKey === null) return html`<div class="profile-cover"></div>`;
  const { src, srcset } = sourceSet({ key: headerKey, width: 0, height: 0 });
  return html`<img class="profile-cover" src="${src}" srcset="${srcset}" sizes="(max-width: 60rem) 100vw, 60rem" alt="" fetchpriority="high">`;
}
const strong = (text: unknown) => html`<strong>${text}</strong>`;

/** Marks links in the summary as `rel=me`, so that other sites can verify them. */
const addRelMe = (summary: string) =>
  summary.replaceAll(' rel="nofollow noopener noreferrer">', ' rel="me nofollow noopener noreferrer">');

const otherWaysToFollow = (account: Account) =>
  html`<details class="linked no-print"><summary>${t('profile.follow-from')}</summary><p>${richText('profile.how-to-follow', { address: html`<strong>${addressOf(account)}</strong>`, ...feedLinkTags(`/@${account.username}`) })}</p></details>`;
