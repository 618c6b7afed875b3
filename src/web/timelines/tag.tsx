/** The page of a hashtag, with its items and a button to follow it, and the list of followed hashtags. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import {
  followTag,
  getTag,
  getTagName,
  listFollowedTags,
  maxUses,
  type Tag,
  unfollowTag,
} from '../../domain/tags/tags.ts';
import { tagTimeline } from '../../domain/timelines/timelines.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, actionContext } from '../components/actions.tsx';
import { Empty, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { ItemEntries } from '../components/item-lists.tsx';
import { FeedLinks, headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText, visuallyHidden } from '../components/texts.tsx';
import { type MemberVisitor, memberForm, memberPage, returnUrl, type SubmittedForm } from '../forms/member-page.ts';

const perPage = 20;

export const tagged = new Hono()
  .get('/tags', memberPage(showFollowed))
  .get('/tags/:tag', pageHandler(show))
  .post(
    '/tags/:tag/follow',
    memberForm((form) => change(form, followTag)),
  )
  .post(
    '/tags/:tag/unfollow',
    memberForm((form) => change(form, unfollowTag)),
  );

const tagOf = ({ c }: Pick<Visitor, 'c'>) => getTagName(c.req.param('tag')!);

async function change(form: SubmittedForm, write: (me: number, tag: string) => Promise<void>) {
  const tag = tagOf(form);
  await write(form.me, tag);
  return returnUrl(form, pathOf(tag));
}

const pathOf = (tag: string) => new URL(iris.tag(tag)).pathname;

async function show(visitor: Visitor) {
  const { c, viewer } = visitor;
  const name = tagOf(visitor);
  const page = requestedPage(c, perPage);
  const [tag, found] = await Promise.all([getTag(name, viewer), tagTimeline(name, viewer, page)]);
  const path = pathOf(name);
  const { items, newer, older } = withNeighbours(found, page, path);
  const objects = items.map(({ object }) => object);
  const filters = await applyFilters(objects, viewer, 'public');
  const body = (
    <>
      <div class="title-row">
        <h1>
          <bdi>#{name}</bdi>
        </h1>
        <FollowButton tag={tag} visitor={visitor} />
      </div>
      <p class="hint">{usesText(tag)}</p>
      <ItemEntries
        items={objects}
        context={actionContext(visitor)}
        filters={filters}
        empty={t('tags.empty', { tag: `#${name}` })}
      />
      <Pager newer={newer} older={older} />
      <p class="hint feed-links no-print">
        <FeedLinks path={path} />
      </p>
    </>
  );
  const title = `#${name}`;
  const feed = { path: `${path}/feed`, title };
  const head = headTags({ title, canonical: iris.tag(name), index: items.length > 0, feed });
  return { title, body, layout: { width: 'text' as const, head } };
}

function FollowButton({ tag: { tag, following }, visitor }: { tag: Tag; visitor: Visitor }) {
  const context = actionContext(visitor);
  if (!context) return null;
  return following ? (
    <ActionButton
      context={context}
      action={`${pathOf(tag)}/unfollow`}
      label={richText('tags.following', { hidden: visuallyHidden })}
    />
  ) : (
    <ActionButton context={context} action={`${pathOf(tag)}/follow`} label={t('tags.follow')} />
  );
}

function usesText({ uses }: Tag) {
  return uses === maxUses ? t('tags.many-uses', { count: uses }) : t('tags.uses', { count: uses });
}

async function showFollowed(visitor: MemberVisitor) {
  const context = actionContext(visitor)!;
  const tags = await listFollowedTags(visitor.me);
  const rows = tags.map((each) => (
    <li>
      <div>
        <a href={pathOf(each.tag)}>
          <bdi>#{each.tag}</bdi>
        </a>
        <br />
        <span class="hint">{usesText(each)}</span>
      </div>
      <div class="actions">
        <ActionButton
          context={context}
          action={`${pathOf(each.tag)}/unfollow`}
          label={t('tags.unfollow')}
          hiddenText={`#${each.tag}`}
        />
      </div>
    </li>
  ));
  const body = (
    <>
      <h1>{t('tags.followed')}</h1>
      {rows.length > 0 ? <ul class="rows">{rows}</ul> : <Empty>{t('tags.none-followed')}</Empty>}
    </>
  );
  return { title: t('tags.followed'), body, layout: { width: 'text' as const, path: '/tags' } };
}
