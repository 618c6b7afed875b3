/** The page of a hashtag, with its items and a button to follow it, and the list of followed hashtags. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { followTag, unfollowTag } from '../domain/tags/follow.ts';
import { getTag, getTagName, listFollowedTags, maxUses, type Tag } from '../domain/tags/tags.ts';
import { tagTimeline } from '../domain/timelines/timelines.ts';
import { iris } from '../lib/iris.ts';
import { actionButton, actionContext } from './components/action-buttons.ts';
import { empty, pager } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { itemEntries } from './components/item-entry.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
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
  const body = html`<div class="title-row"><h1><bdi>#${name}</bdi></h1>${followButton(tag, visitor)}</div>
<p class="hint">${usesText(tag)}</p>
${
  items.length > 0
    ? itemEntries(
        items.map(({ object }) => object),
        actionContext(visitor),
      )
    : empty(`Nothing with this tag yet. Add #${name} to a recipe or a post, and it will show up here.`)
}${pager({ newer, older })}
<p class="hint feed-links no-print">Subscribe to a feed: <a href="${path}/feed.atom">Atom</a>, <a href="${path}/feed.json">JSON</a></p>`;
  const title = `#${name}`;
  const feed = { path: `${path}/feed`, title };
  const head = headTags({ title, canonical: iris.tag(name), index: items.length > 0, feed });
  return { title, body, layout: { width: 'text' as const, head } };
}

function followButton({ tag, following }: Tag, visitor: Visitor) {
  const context = actionContext(visitor);
  if (!context) return '';
  return following
    ? actionButton(
        context,
        `${pathOf(tag)}/unfollow`,
        html`Following<span class="visually-hidden"> (unfollow)</span>`,
      )
    : actionButton(context, `${pathOf(tag)}/follow`, 'Follow', { kind: undefined });
}

function usesText({ uses }: Tag) {
  if (uses === 0) return 'No posts this week';
  const count = `${uses.toLocaleString('en')}${uses === maxUses ? '+' : ''}`;
  return uses === 1 ? '1 post this week' : `${count} posts this week`;
}

async function showFollowed(visitor: MemberVisitor) {
  const context = actionContext(visitor)!;
  const tags = await listFollowedTags(visitor.me);
  const rows = tags.map(
    (each) =>
      html`<li><div><a href="${pathOf(each.tag)}"><bdi>#${each.tag}</bdi></a><br><span class="hint">${usesText(each)}</span></div><div class="actions">${actionButton(context, `${pathOf(each.tag)}/unfollow`, 'Unfollow', { hiddenText: `#${each.tag}` })}</div></li>`,
  );
  const body = html`<h1>Hashtags you follow</h1>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : empty('Open a hashtag, such as #pizza, and choose Follow. New recipes and posts with it then show up in your home timeline.')}`;
  return { title: 'Hashtags you follow', body, layout: { width: 'text' as const, path: '/tags' } };
}
