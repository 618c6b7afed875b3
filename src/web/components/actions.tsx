/** Renders forms with a single button, and buttons that begin or end something. */
import type { AccountCard } from '../../domain/accounts/account.ts';
import { isThreadMuted } from '../../domain/interactions/block.ts';
import type { Relationship } from '../../domain/interactions/follow.ts';
import { listPinnedIds } from '../../domain/interactions/on-item.ts';
import type { Eventable } from '../../domain/items/eventable.ts';
import type { Quote } from '../../domain/items/read.ts';
import { config } from '../../lib/config.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { folders } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { MenuLink, MoreMenu } from './elements.tsx';
import { PostForm } from './fields.tsx';
import { icons } from './icons.ts';
import type { Html } from './layout.tsx';
import type { Visitor } from './page-handler.tsx';
import { webUrl } from './texts.tsx';

// Renders forms with a single button, and collects what they need

/** What a form with a single button needs. */
export interface ActionContext {
  me: number;
  visitor: Pick<Visitor, 'c' | 'session'>;
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
  return { me: session.accountId, visitor: { c, session }, returnPath: pathname + search };
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
  /** Added to the label for screen readers, such as the name of the item. */
  hiddenText?: string;
  /** URL fragment to return to. */
  fragment?: string;
}

export function ActionButton({
  context: { visitor, returnPath },
  action,
  label,
  ...options
}: { context: ActionContext; action: string; label: Html | string } & ButtonOptions) {
  const { hiddenText, fragment = '' } = options;
  return (
    <PostForm visitor={visitor} action={action} fields={{ back: returnPath + fragment }}>
      <button class="small quiet">
        {label}
        {hiddenText ? <span class="visually-hidden"> {hiddenText}</span> : null}
      </button>
    </PostForm>
  );
}

// Renders buttons that begin or end something: like, boost, pin and follow

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

interface ToggleOptions {
  /** Shown instead of the label, which is then only read by screen readers. */
  icon?: Html | string;
  /** URL fragment to return to, without script. */
  fragment?: string;
  /** The key that presses the button. */
  shortcut?: string;
}

/** The script replaces the texts of `label`, `total` and `hint-text`. */
export function ToggleButton({
  toggle: { key, action, label, hint, count, pressed, isQuiet },
  context: { visitor, returnPath },
  icon = '',
  fragment = '',
  shortcut,
}: { toggle: Toggle; context: ActionContext } & ToggleOptions) {
  return (
    <PostForm visitor={visitor} action={action} fields={{ back: returnPath + fragment }} inPlace data-toggle={key}>
      <button
        class={icon ? 'icon-only' : isQuiet ? 'small quiet' : 'small'}
        aria-pressed={pressed === null ? undefined : pressed ? 'true' : 'false'}
        aria-keyshortcuts={shortcut ? shortcut : undefined}
      >
        {icon}
        <span class={`label${icon ? ' visually-hidden' : ''}`}>{label}</span>{' '}
        <span class="total">{count > 0 && count}</span>
        <span class="visually-hidden hint-text">{hint}</span>
      </button>
    </PostForm>
  );
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

// Returns the path and the title of an item

type LinkedItem = Pick<Eventable, 'id' | 'type' | 'url' | 'iri'> & {
  slug?: string | null;
  publication?: 'draft' | 'published';
  account: Pick<AccountCard, 'handle' | 'host'>;
};

/** Returns a path on this server, or the original URL if the item has no page here. A draft has only its form. */
export function pathOf({ id, type, url, iri, slug, publication, account }: LinkedItem): string {
  if (publication === 'draft') return `/items/${id}/edit`;
  if (account.handle === null) return webUrl(url) ?? webUrl(iri) ?? '#';
  const last = type === 'recipe' && account.host === '' && slug ? slug : id;
  return `/@${account.handle}/${folders[type]}/${last}`;
}

/** Returns the name of an item, or the warning or first words of a status. */
export function titleOf(item: { name: string; contentHtml: string; spoilerText?: string }): string {
  const { name, contentHtml, spoilerText } = item;
  return name || spoilerText || excerpt(textOf(contentHtml), 80) || t('items.post');
}

// Renders the links that copy and share the address of a page. Without script they lead to that page

/** `of` is read after the label by screen readers. */
export const CopyLink = ({ url, of }: { url: string; of: string }) => (
  <a href={url} data-copy={t('actions.link-copied')}>
    {t('actions.copy-link')}
    <span class="visually-hidden"> {of}</span>
  </a>
);

/** Shown where the browser can share. */
export const ShareLink = ({ url, of }: { url: string; of: string }) => (
  <a href={url} data-share={of}>
    {t('actions.share')}
    <span class="visually-hidden"> {of}</span>
  </a>
);

// Renders the buttons that a member gets for an item

/** The fields of an item that its buttons need. */
export type ActionItem = Pick<
  Eventable,
  | 'id'
  | 'type'
  | 'url'
  | 'iri'
  | 'liked'
  | 'boosted'
  | 'likesCount'
  | 'boostsCount'
  | 'visibility'
  | 'name'
  | 'contentHtml'
> & {
  account: Pick<Eventable['account'], 'id' | 'handle' | 'host'>;
  slug?: string | null;
  spoilerText?: string;
  repliesCount?: number;
  quote?: Quote | null;
  /** The member's collections that contain the item. Absent in lists, which do not load them. */
  collectionIds?: number[];
};

const isOpen = ({ visibility }: ActionItem) => visibility === 'public' || visibility === 'unlisted';

/** Authors may also boost what only their followers see. */
const mayBoost = (item: ActionItem, { me }: ActionContext) =>
  isOpen(item) || (item.account.id === me && item.visibility === 'private');

export function LikeAndBoost({ item, title, context }: { item: ActionItem; title: string; context: ActionContext }) {
  const fragment = `#item-${item.id}`;
  return (
    <>
      <ToggleButton
        toggle={likeToggle(item, title)}
        context={context}
        icon={icons.like}
        fragment={fragment}
        shortcut="l"
      />
      {mayBoost(item, context) && (
        <ToggleButton
          toggle={boostToggle(item, title)}
          context={context}
          icon={icons.boost}
          fragment={fragment}
          shortcut="b"
        />
      )}
    </>
  );
}

export function ItemActions({ item, context }: { item: ActionItem; context: ActionContext | null }) {
  if (!context) return null;
  const { id, type, repliesCount = 0 } = item;
  const title = titleOf(item);
  return (
    <div class="actions no-print">
      <LikeAndBoost item={item} title={title} context={context} />
      <a class="button icon-only" href={`/write/post?to=${id}`} aria-keyshortcuts="r">
        {icons.reply}
        <span class="visually-hidden">{t('actions.reply')}</span>
        {repliesCount > 0 && (
          <>
            {' '}
            <span class="total">{repliesCount}</span>
          </>
        )}
        <span class="visually-hidden"> {title}</span>
      </a>
      <SaveButton item={item} title={title} />
      <ItemMenu item={item} context={context} />
      {type === 'recipe' && (
        <a class="button small quiet apart" href={`/write/cooked?recipe=${id}`}>
          {t('actions.cooked-this')}
          <span class="visually-hidden"> {title}</span>
        </a>
      )}
    </div>
  );
}

/** The script opens the page of this link as a dialog, and changes the label after saving. */
export function SaveButton({ item: { id, collectionIds = [] }, title }: { item: ActionItem; title: string }) {
  const isSaved = collectionIds.length > 0;
  return (
    <a
      class={`button icon-only${isSaved ? ' on' : ''}`}
      href={`/items/${id}/save`}
      data-dialog=""
      data-toggle={`save-${id}`}
      aria-keyshortcuts="s"
    >
      {icons.save}
      <span class="label visually-hidden">{t(isSaved ? 'actions.item-saved' : 'actions.save-item')}</span>
      <span class="visually-hidden"> {title}</span>
    </a>
  );
}

/** `more` are further entries, shown before those of the author. */
export function ItemMenu({
  item,
  context,
  more = [],
}: {
  item: ActionItem;
  context: ActionContext;
  more?: (Html | string)[];
}) {
  const { id, type, account, quote } = item;
  const title = titleOf(item);
  const path = `/items/${id}`;
  const url = new URL(pathOf(item), config.baseUrl).href;
  const isOwn = account.id === context.me;
  const quotesMine = !isOwn && quote?.item?.account.id === context.me;
  return (
    <MoreMenu
      of={title}
      entries={[
        ...(isOwn ? editEntries(item, context, title) : []),
        isOpen(item) ? <MenuLink href={`/write/post?quote=${id}`} label={t('actions.quote')} of={title} /> : '',
        type === 'recipe' ? (
          <MenuLink
            href={`/write/recipe?from=${id}`}
            label={t(isOwn ? 'actions.copy-recipe' : 'actions.make-own-version')}
            of={title}
          />
        ) : (
          ''
        ),
        quotesMine ? (
          <ActionButton
            context={context}
            action={`${path}/revoke-quote`}
            label={t('actions.remove-quote')}
            hiddenText={title}
          />
        ) : (
          ''
        ),
        isOpen(item) ? <CopyLink url={url} of={title} /> : '',
        isOpen(item) ? <ShareLink url={url} of={title} /> : '',
        ...more,
        context.mutesThread ? (
          <ActionButton
            context={context}
            action={`${path}/unmute-thread`}
            label={t('mutes.unmute-thread')}
            hiddenText={title}
          />
        ) : (
          <ActionButton
            context={context}
            action={`${path}/mute-thread`}
            label={t('mutes.mute-thread')}
            hiddenText={title}
          />
        ),
        ...(isOwn ? endEntries(item, title) : othersEntries(item, title)),
      ]}
    />
  );
}

function othersEntries({ id, account }: ActionItem, title: string) {
  return [
    <MenuLink href={`/accounts/${account.id}/mute`} label={t('mutes.mute')} of={`@${account.handle}`} dialog />,
    <MenuLink href={`/report?item=${id}`} label={t('actions.report')} of={title} />,
  ];
}

/** What authors do most comes first. */
function editEntries(item: ActionItem, context: ActionContext, title: string) {
  const { id } = item;
  const isPinned = context.pinnedIds?.has(id) ?? false;
  const mayPin = isPinned || (context.pinnedIds && isOpen(item));
  return [
    <MenuLink href={`/items/${id}/edit`} label={t('actions.edit')} of={title} />,
    mayPin ? <ToggleButton toggle={pinToggle(id, isPinned, title)} context={context} fragment={`#item-${id}`} /> : '',
  ];
}

/** What takes the item away comes last. */
function endEntries({ id, type }: ActionItem, title: string) {
  const path = `/items/${id}`;
  return [
    type === 'status' ? '' : <MenuLink href={`${path}/unpublish`} label={t('actions.unpublish')} of={title} />,
    <MenuLink href={`${path}/delete`} label={t('actions.delete')} of={title} />,
  ];
}
