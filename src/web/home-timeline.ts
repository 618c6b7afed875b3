/** The home timeline page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { homeTimelineWithOwn, type TimelineEvent } from '../domain/timelines/timelines.ts';
import { nameOf, profileUrl } from './components/account.ts';
import { actionContext } from './components/action-buttons.ts';
import { empty, pager } from './components/elements.ts';
import { itemEntry } from './components/item-entry.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { type MemberVisitor, memberPage } from './member-page.ts';
import { suggestions } from './welcome/suggestions.ts';

const perPage = 20;

export const homeTimelinePage = new Hono().get('/home', memberPage(show));

async function show(visitor: MemberVisitor) {
  const { c, me } = visitor;
  const page = requestedPage(c, perPage);
  const { items: events, ...ends } = withNeighbours(await homeTimelineWithOwn(me, page), page, '/home');
  const context = actionContext(visitor);
  const entries = events.map(
    (event) => html`<li>${itemEntry(event.object, context, { reason: reason(event), heading: 'h2' })}</li>`,
  );
  const body = html`<div class="title-row"><h1>Home</h1><a class="button small" href="/write">Write</a></div>
${entries.length > 0 ? html`<ol class="posts">${entries}</ol>` : html`${empty('Follow a few cooks and their recipes will show up here.')}${await suggestions(visitor)}`}
${pager(ends)}`;
  return { title: 'Home', body, layout: { width: 'text' as const, path: '/home' } };
}

const reason = ({ action, account }: TimelineEvent) =>
  action === 'boost' ? html`⇄ <a href="${profileUrl(account)}">${nameOf(account)}</a> boosted` : '';
