/** An item of any kind as it stands in a timeline, with why it is there. */
import { html, raw } from 'hono/html';
import type { Eventable } from '../../../domain/eventables/eventable.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import type { Html } from '../layout.ts';
import { type Acts, itemActs } from './acts.ts';
import { lang } from './card.ts';
import { pathOf } from './item.ts';
import { byline } from './person.ts';
import { pictures } from './pictures.ts';
import { post } from './post.ts';
import { day } from './time.ts';

const verbs = { recipe: 'shared a recipe', preparation: 'prepared', baking: 'cooked', status: '' };

interface Place {
  why?: Html | string;
  /** What the list stands below decides. */
  heading?: 'h2' | 'h3';
}

export function entry(item: Eventable, acts: Acts | null, { why = '', heading = 'h3' }: Place = {}): Html {
  const below = itemActs(item, acts);
  const reason = why ? html`<p class="hint why">${why}</p>` : '';
  if (item.type === 'status') {
    return html`${reason}${post(item, below)}`;
  }
  const path = pathOf(item);
  const tongue = lang(item.locale);
  const about =
    item.type === 'recipe'
      ? html`<p>${excerpt(textOf(item.contentHtml), 280)}</p>`
      : html`<div class="prose">${raw(item.contentHtml)}</div>`;
  return html`${reason}<article class="post" id="item-${item.id}">${byline(item.account, html`${verbs[item.type]} · <a class="when" href="${path}">${day(item.publishedAt)}</a>`)}
<${heading} class="entry-title"${tongue}><a href="${path}">${item.name}</a></${heading}><div${tongue}>${item.contentHtml === '' ? '' : about}</div>${pictures(item.media.slice(0, 4))}${below}</article>`;
}
