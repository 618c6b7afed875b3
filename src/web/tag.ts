/** The page of a hashtag, with its items and a button to follow it, and the list of followed hashtags. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { applyFilters } from '../domain/filters/filters.ts';
import {
  followTag,
  getTag,
  getTagName,
  listFollowedTags,
  maxUses,
  type Tag,
  unfollowTag,
} from '../domain/tags/tags.ts';
import { tagTimeline } from '../domain/timelines/timelines.ts';
import { iris } from '../lib/iris.ts';
import { t } from '../lib/language/text.ts';
import { actionButton, actionContext } from './components/actions.ts';
import { empty, pager, requestedPage, withNeighbours } from './components/elements.ts';
import { itemEntries } from './components/item-lists.ts';
import { filteredList } from './components/item-parts.ts';
import { feedLinks, headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { richText, visuallyHidden } from './components/texts.ts';
import { type MemberVisitor, memberForm, memberPage, returnUrl, type SubmittedForm } from './member-page.ts';

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
  const body = html`<div class="title-row"><h1><bdi>#${name}</bdi></h1>${followButton(tag, visitor)}</div>
<p class="hint">${usesText(tag)}</p>
${
  items.length > 0
    ? filteredList(objects, filters, (shown) => itemEntries(shown, actionContext(visitor), filters))
    : empty(t('tags.empty', { tag: `#${name}` }))
}${pager({ newer, older })}
<p class="hint feed-links no-print">${feedLinks(path)}</p>`;
  const title = `#${name}`;
  const feed = { path: `${path}/feed`, title };
  const head = headTags({ title, canonical: iris.tag(name), index: items.length > 0, feed });
  return { title, body, layout: { width: 'text' as const, head } };
}

function followButton({ tag, following }: Tag, visitor: Visitor) {
  const context = actionContext(visitor);
  if (!context) return '';
  return following
    ? actionButton(context, `${pathOf(tag)}/unfollow`, richText('tags.following', { hidden: visuallyHidden }))
    : actionButton(context, `${pathOf(tag)}/follow`, t('tags.follow'), { kind: undefined });
}

function usesText({ uses }: Tag) {
  return uses === maxUses ? t('tags.many-uses', { count: uses }) : t('tags.uses', { count: uses });
}

async function showFollowed(visitor: MemberVisitor) {
  const context = actionContext(visitor)!;
  const tags = await listFollowedTags(visitor.me);
  const rows = tags.map(
    (each) =>
      html`<li><div><a href="${pathOf(each.tag)}"><bdi>#${each.tag}</bdi></a><br><span class="hint">${usesText(each)}</span></div><div class="actions">${actionButton(context, `${pathOf(each.tag)}/unfollow`, t('tags.unfollow'), { hiddenText: `#${each.tag}` })}</div></li>`,
  );
  const body = html`<h1>${t('tags.followed')}</h1>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : empty(t('tags.none-followed'))}`;
  return { title: t('tags.followed'), body, layout: { width: 'text' as const, path: '/tags' } };
}
