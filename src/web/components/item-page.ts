/** Shared parts of item pages: origin, actions or counts, replies, and head tags. */
import { html } from 'hono/html';
import { noResults } from '../../domain/filters/filters.ts';
import type { Eventable, Status } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import type { Intent } from '../../lib/intents.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from './account.ts';
import { type ActionContext, actionButton, copyLink, itemActions, pathOf, shareLink, titleOf } from './actions.ts';
import { factLine, note } from './elements.ts';
import { hidden } from './fields.ts';
import { posts } from './item-lists.ts';
import { alternateHeader, type Head, type Html, headTags } from './layout.ts';
import { richText, webUrl } from './texts.ts';

// Shared parts of item pages: origin, actions or counts, replies, and head tags

/** Shows action buttons to members, and counts and links to visitors. */
export function actionsOrCounts(item: Eventable, context: ActionContext | null = null) {
  if (context) return itemActions(item, context);
  const { likesCount, boostsCount } = item;
  const facts = [
    likesCount > 0 && t('items.likes', { count: likesCount }),
    boostsCount > 0 && t('items.boosts', { count: boostsCount }),
  ];
  const iri = activityOf(item);
  const link = (intent: Intent) => (label: unknown[]) =>
    html`<a href="/interact?intent=${intent}&amp;uri=${encodeURIComponent(iri ?? '')}" rel="nofollow">${label}</a>`;
  const interactLink = iri
    ? richText('items.interact', { like: link('like'), boost: link('announce'), reply: link('create') })
    : '';
  const title = titleOf(item);
  const url = new URL(pathOf(item), config.baseUrl).href;
  const sharing = iri && html`${copyLink(url, title)} ${shareLink(url, title)}`;
  const line = factLine([...facts, interactLink, sharing]);
  return line && html`<p class="hint no-print">${line}</p>`;
}

/** Explains that an item comes from another server, or is not public. */
export function originNote(item: Eventable) {
  const { account, url, iri, visibility } = item;
  const home = webUrl(url) ?? webUrl(iri);
  if (account.host !== '' && home) {
    return note(
      richText('items.remote-copy', {
        host: html`<strong>${account.host}</strong>`,
        link: (text) => html`<a href="${home}" rel="nofollow noopener noreferrer">${text}</a>`,
      }),
    );
  }
  if (visibility === 'private') return note(t('items.only-followers'));
  return visibility === 'direct' ? note(t('items.only-mentioned', { address: addressOf(account) })) : '';
}

export function replySection(
  list: Parameters<typeof posts>[0],
  context: ActionContext | null = null,
  filters = noResults,
) {
  if (list.length === 0) return '';
  return html`<section id="replies" class="no-print"><h2>${t('items.replies', { count: list.length })}</h2>${posts(list, context, filters)}</section>`;
}

/** Builds the head tags and headers of an item's page. */
export function itemHead(
  item: Eventable,
  { path, ...preview }: { path: string } & Pick<Head, 'title' | 'description' | 'picture' | 'fallback' | 'more'>,
) {
  const activity = activityOf(item);
  const head = headTags({
    ...preview,
    canonical: canonicalUrl(item, path),
    type: 'article',
    index: mayIndex(item),
    activity,
    embeds: activity !== null,
    creator: addressOf(item.account),
    publishedAt: item.publishedAt,
  });
  return { head, headers: alternateHeader(activity) };
}

/** Returns `path` on this server for local items, and the original URL for remote ones. */
export const canonicalUrl = ({ account, url }: Eventable, path: string): string =>
  (account.host === '' ? null : webUrl(url)) ?? `${config.baseUrl}${path}`;

/** Search engines may only index public local items of authors who allow it. */
export const mayIndex = ({ account, visibility, publication }: Eventable): boolean =>
  account.host === '' && account.indexable && visibility === 'public' && publication === 'published';

/** Returns the IRI of items that other servers can fetch without authentication, otherwise null. */
const activityOf = ({ account, iri, visibility }: Eventable): string | null =>
  account.host === '' && (visibility === 'public' || visibility === 'unlisted') ? iri : null;

// Renders the form that replies to an item on the item's own page

/** Starts with a mention of the author and takes over the visibility, as the page for replies does. */
export function replyForm(item: Eventable, { formToken, me, returnPath }: ActionContext) {
  const { id, account, visibility } = item;
  const text = account.id === me ? '' : `${addressOf(account)} `;
  return html`<form id="reply" class="reply-form no-print" method="post" action="/write/post">${hidden({ form_token: formToken, to: String(id), visibility, back: returnPath })}
<label for="reply-text">${t('items.your-reply')}</label><textarea id="reply-text" name="content" maxlength="5000" required aria-describedby="reply-hint">
${text}</textarea><p class="hint" id="reply-hint">${t(`visibility.reply-${visibility}`)}</p>
<div class="choices"><button class="small">${t('items.send-reply')}</button><a class="button small plain" href="/write/post?to=${id}">${t('items.add-to-reply')}</a></div></form>`;
}

// Says on the page of an item that the member has muted its thread

export function mutedThreadNote({ id }: { id: number }, context: ActionContext | null) {
  if (!context?.mutesThread) return '';
  const button = actionButton(context, `/items/${id}/unmute-thread`, t('mutes.unmute-thread'));
  return note(html`<p>${t('mutes.thread-muted')}</p>${button}`);
}

// Says what a reply answers when its page cannot show that

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
