/** Shared parts of item pages: origin, actions or counts, replies, and head tags. */
import type { Child } from 'hono/jsx';
import { type FilterResults, noResults } from '../../domain/filters/filters.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import { config } from '../../lib/config.ts';
import type { Intent } from '../../lib/intents.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from './account.tsx';
import { ActionButton, type ActionContext, CopyLink, ItemActions, pathOf, ShareLink, titleOf } from './actions.tsx';
import { factLine, Note } from './elements.tsx';
import { Posts } from './item-lists.tsx';
import { alternateHeader, type Head, headTags } from './layout.tsx';
import { richText, webUrl } from './texts.tsx';

/** Shows action buttons to members, and counts and links to visitors. */
export function ActionsOrCounts({ item, context = null }: { item: Eventable; context?: ActionContext | null }) {
  if (context) return <ItemActions item={item} context={context} />;
  const { likesCount, boostsCount } = item;
  const facts = [
    likesCount > 0 && t('items.likes', { count: likesCount }),
    boostsCount > 0 && t('items.boosts', { count: boostsCount }),
  ];
  const iri = activityOf(item);
  const link = (intent: Intent) => (label: Child) => (
    <a href={`/interact?intent=${intent}&uri=${encodeURIComponent(iri ?? '')}`} rel="nofollow">
      {label}
    </a>
  );
  const interactLink = iri
    ? richText('items.interact', { like: link('like'), boost: link('announce'), reply: link('create') })
    : '';
  const title = titleOf(item);
  const url = new URL(pathOf(item), config.baseUrl).href;
  const sharing = iri && (
    <>
      <CopyLink url={url} of={title} /> <ShareLink url={url} of={title} />
    </>
  );
  const line = factLine([...facts, interactLink, sharing]);
  return line && <p class="hint no-print">{line}</p>;
}

/** Explains that an item comes from another server, or is not public. */
export function OriginNote({ item }: { item: Eventable }) {
  const { account, url, iri, visibility } = item;
  const home = webUrl(url) ?? webUrl(iri);
  if (account.host !== '' && home) {
    return (
      <Note>
        {richText('items.remote-copy', {
          host: <strong>{account.host}</strong>,
          link: (text) => (
            <a href={home} rel="nofollow noopener noreferrer">
              {text}
            </a>
          ),
        })}
      </Note>
    );
  }
  if (visibility === 'private') return <Note>{t('items.only-followers')}</Note>;
  return visibility === 'direct' ? <Note>{t('items.only-mentioned', { address: addressOf(account) })}</Note> : null;
}

export function ReplySection({
  list,
  context = null,
  filters = noResults,
}: {
  list: Parameters<typeof Posts>[0]['items'];
  context?: ActionContext | null;
  filters?: FilterResults;
}) {
  if (list.length === 0) return null;
  return (
    <section id="replies" class="no-print">
      <h2>{t('items.replies', { count: list.length })}</h2>
      <Posts items={list} context={context} filters={filters} />
    </section>
  );
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

// Says on the page of an item that the member has muted its thread

export function MutedThreadNote({ id, context }: { id: number; context: ActionContext | null }) {
  if (!context?.mutesThread) return null;
  const button = (
    <ActionButton context={context} action={`/items/${id}/unmute-thread`} label={t('mutes.unmute-thread')} />
  );
  return (
    <Note>
      <p>{t('mutes.thread-muted')}</p>
      {button}
    </Note>
  );
}
