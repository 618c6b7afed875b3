/** What the people one follows cook, share and write. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listByIds } from '../../domain/eventables/read.ts';
import { homeTimeline, type TimelineEvent } from '../../domain/timelines.ts';
import { type MemberVisitor, memberPage } from './member.ts';
import { actsOf } from './parts/acts.ts';
import { empty, pager } from './parts/blocks.ts';
import { entry } from './parts/entry.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { homeOf, nameOf } from './parts/person.ts';

const perPage = 20;

export const timeline = new Hono().get('/home', memberPage(show));

async function show(visitor: MemberVisitor) {
  const { c, me, viewer } = visitor;
  const asked = pageAsked(c, perPage);
  const { items: events, ...ends } = neighbours(await homeTimeline(me, asked), asked, '/home');
  const whole = await listByIds([...new Set(events.map(({ object }) => object.id))], viewer);
  const byId = new Map(whole.map((item) => [item.id, item]));
  const acts = actsOf(visitor);
  const entries = events.flatMap((event) => {
    const item = byId.get(event.object.id);
    return item ? [html`<li>${entry(item, acts, { why: why(event), heading: 'h2' })}</li>`] : [];
  });
  const body = html`<div class="title-row"><h1>Home</h1><a class="button small" href="/write">Write</a></div>
${entries.length > 0 ? html`<ol class="posts">${entries}</ol>` : empty('Nothing here yet. Follow somebody, and what they cook stands here.')}
${pager(ends)}`;
  return { title: 'Home', body, frame: { width: 'text' as const, path: '/home' } };
}

const why = ({ action, account }: TimelineEvent) =>
  action === 'boost' ? html`⇄ <a href="${homeOf(account)}">${nameOf(account)}</a> boosted` : '';
