/** Renders the posts of an import: the preview and the result. */
import { html } from 'hono/html';
import type { ImportCounts } from '../../domain/migration/import.ts';
import type { MessageKey } from '../../lib/language/keys.ts';
import { t } from '../../lib/language/text.ts';
import type { LeftOutCounts, PostsPreview } from '../../recipe-import/posts/read-posts.ts';
import { day } from '../components/date-text.ts';
import { note } from '../components/elements.ts';
import { richText } from '../components/rich-text.ts';

const reasons: Record<keyof LeftOutCounts, MessageKey> = {
  boost: 'migration.left-boost',
  reply: 'migration.left-reply',
  direct: 'migration.left-direct',
  poll: 'migration.left-poll',
  unreadable: 'migration.left-unreadable',
};

export function postFacts({ posts, pictures, oldest, newest, leftOut }: PostsPreview) {
  const rows = (Object.keys(reasons) as (keyof LeftOutCounts)[]).filter((reason) => leftOut[reason] > 0);
  const rest =
    rows.length === 0
      ? ''
      : html`<p>${t('migration.posts-left-out')}</p><ul>${rows.map((reason) => html`<li>${t(reasons[reason], { count: leftOut[reason] })}</li>`)}</ul>`;
  const dates = { oldest: day(new Date(oldest)), newest: day(new Date(newest)) };
  return html`<p>${richText('migration.posts-found', { posts, pictures, ...dates })}</p>${rest}<p class="hint">${t('migration.posts-quiet')}</p>`;
}

export function postOutcome({ restored, existingItems: existing }: ImportCounts) {
  const known = existing > 0 ? t('migration.lists-existing', { existing }) : '';
  return note(html`${t('migration.posts-imported', { restored })} ${known}`, 'good');
}
