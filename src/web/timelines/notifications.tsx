/** The notifications page. What it shows is read from then on. */
import { Hono } from 'hono';
import type { NotificationType } from '../../db/vocabulary.ts';
import type { AccountCard } from '../../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../../domain/filters/filters.ts';
import {
  countUnreadOf,
  groupNotifications,
  listNotificationsOf,
  markNotificationsRead,
  markNotificationsSeen,
  type NotificationGroup,
} from '../../domain/notifications/notifications.ts';
import { isNavigation } from '../../http/browser-session.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { AccountLink, Avatar } from '../components/account.tsx';
import { pathOf, titleOf } from '../components/actions.tsx';
import { Empty, factLine, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { PostForm } from '../components/fields.tsx';
import { AllHidden, behindFilter } from '../components/item-parts.tsx';
import type { Html } from '../components/layout.tsx';
import { Age, richText } from '../components/texts.tsx';
import { WaitingCases } from '../components/waiting.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';

// Says in a sentence what a group of notifications is about

/** Pages that some notifications lead to. */
const links: Partial<Record<NotificationType, string>> = {
  follow_request: '/settings/people',
  moderation: '/settings/moderation',
};

function sentenceOf({ type, object, accounts }: NotificationGroup): Html | string {
  const item =
    object?.publication === 'published' ? (
      <a href={pathOf(object)}>
        <bdi>{titleOf(object)}</bdi>
      </a>
    ) : (
      t('notifications.a-draft')
    );
  const changes =
    type === 'recipe_changed' && object ? (
      <a href={`${pathOf(object)}/history`}>{t('recipe.see-what-changed')}</a>
    ) : null;
  const sentence = richText(`notifications.${type}`, {
    count: accounts.length,
    who: names(accounts),
    item,
    link: (text) => <a href={links[type]}>{text}</a>,
  });
  return changes ? factLine([sentence, changes]) : sentence;
}

function names([first, ...others]: NotificationGroup['accounts']): Html {
  const link = (account: AccountCard) => (
    <strong>
      <AccountLink person={account} />
    </strong>
  );
  const [second] = others;
  if (!second) return link(first);
  if (others.length === 1) return richText('notifications.two', { first: link(first), second: link(second) });
  return richText('notifications.many', { first: link(first), count: others.length });
}

// The notifications page. What it shows is read from then on

const perPage = 60;
const maxAvatars = 6;

export const notifications = new Hono().get('/notifications', memberPage(show)).post(
  '/notifications',
  memberForm(async ({ me, fields }) => {
    const last = readId(fields.get('max_id') ?? '');
    if (last !== null) await markNotificationsRead(me, last);
    return '/notifications';
  }),
);

async function show(visitor: MemberVisitor) {
  const { c, me, session, viewer } = visitor;
  const page = requestedPage(c, perPage);
  const found = await listNotificationsOf(me, page);
  const { items: listed, newer, older } = withNeighbours(found, page, '/notifications');
  const filters = await applyFilters(
    listed.map(({ object }) => object),
    viewer,
    'notifications',
  );
  const items = listed.filter(({ object }) => !filters.hides(object));
  const unread = items.filter(({ read }) => !read);
  if (isNavigation(c) && unread.length > 0)
    await markNotificationsSeen(
      me,
      unread.map(({ id }) => id),
    );
  const [newest] = items;
  const remaining = newest ? await countUnreadOf({ ...viewer, accountId: me }, { upTo: 1 }) : 0;
  const body = (
    <>
      <div class="title-row">
        <h1>{t('notifications.title')}</h1>
        {remaining > 0 && (
          <PostForm visitor={visitor} action="/notifications" fields={{ max_id: String(newest!.id) }}>
            <button class="small quiet">{t('notifications.mark-read')}</button>
          </PostForm>
        )}
      </div>
      <WaitingCases session={session} />
      {items.length > 0 ? (
        <ul class="rows notifications">
          {groupNotifications(items).map((group) => (
            <Row group={group} filters={filters} />
          ))}
        </ul>
      ) : listed.length > 0 ? (
        <AllHidden />
      ) : (
        <Empty>{t('notifications.empty')}</Empty>
      )}
      <Pager newer={newer} older={older} />
    </>
  );
  return {
    title: t('notifications.title'),
    body,
    layout: { width: 'text' as const, path: '/notifications' },
  };
}

function Row({ group, filters }: { group: NotificationGroup; filters: FilterResults }) {
  const { accounts, read, createdAt } = group;
  return (
    <li class={read ? undefined : 'unread'}>
      <div>
        <div class="avatars">
          {accounts.slice(0, maxAvatars).map((account) => (
            <Avatar person={account} size={32} />
          ))}
        </div>
        <p>
          {read ? null : (
            <>
              <strong>{t('notifications.new')}</strong>{' '}
            </>
          )}
          {behindFilter(filters.of(group.object), sentenceOf(group))}
        </p>
        <p class="hint">
          <Age date={createdAt} />
        </p>
      </div>
    </li>
  );
}
