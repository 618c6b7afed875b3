/** The page of a post, with its thread. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import type { Status } from '../../domain/items/eventable.ts';
import { withQuote } from '../../domain/items/read.ts';
import { getThread } from '../../domain/statuses/statuses.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf, nameOf } from '../components/account.tsx';
import { itemContext, pathOf } from '../components/actions.tsx';
import { Note } from '../components/elements.tsx';
import { ItemEntries, PostArticle } from '../components/item-lists.tsx';
import { ActionsOrCounts, itemHead, MutedThreadNote, OriginNote, ReplySection } from '../components/item-page.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { Moment, richText, webUrl } from '../components/texts.tsx';
import { getItemFromPath } from './item-from-path.ts';

export const status = new Hono().get('/:name{@[^/]+}/statuses/:id', pageHandler(show));

async function show(visitor: Visitor) {
  const found = await withQuote(await getItemFromPath(visitor, 'status'), visitor.viewer);
  const { viewer } = visitor;
  const thread = await getThread(found.id, viewer);
  const filters = await applyFilters([...thread.ancestors, ...thread.descendants], viewer, 'thread');
  const ancestors = filters.shown(thread.ancestors);
  const descendants = filters.shown(thread.descendants);
  // Previews must not show what is behind a content warning.
  const hasWarning = found.spoilerText !== '' || found.sensitive;
  const title = found.spoilerText || excerpt(textOf(found.contentHtml), 60) || t('post.post');
  const { head, headers } = itemHead(found, {
    title: t('post.preview-title', { cook: nameOf(found.account), text: title }),
    description: found.spoilerText === '' ? found.contentHtml : '',
    path: pathOf(found),
    picture: hasWarning ? null : found.media[0],
  });
  const context = await itemContext(visitor, found);
  const body = (
    <>
      <OriginNote item={found} />
      <MutedThreadNote id={found.id} context={context} />
      <h1 class="visually-hidden">{t('post.heading', { cook: nameOf(found.account) })}</h1>
      <AnsweredNote status={found} ancestors={ancestors} />
      {ancestors.length > 0 && (
        <div class="ancestors">
          <ItemEntries items={ancestors} context={context} filters={filters} />
        </div>
      )}
      <div class="current-post">
        <PostArticle
          item={found}
          below={
            <p class="hint">
              <Moment date={found.publishedAt} />
            </p>
          }
        />
        <ActionsOrCounts item={found} context={context} />
      </div>
      <ReplySection list={descendants} context={context} filters={filters} />
    </>
  );
  return {
    title: t('post.page-title', { text: title, cook: addressOf(found.account) }),
    body,
    layout: { width: 'text' as const, head },
    headers,
  };
}

/** `ancestors` are shown above the reply. Returns nothing if the parent is among them. */
function AnsweredNote({
  status: { inReplyToId, inReplyToIri },
  ancestors,
}: {
  status: Pick<Status, 'inReplyToId' | 'inReplyToIri'>;
  ancestors: { id: number }[];
}) {
  if (inReplyToId !== null)
    return ancestors.some(({ id }) => id === inReplyToId) ? null : <Note>{t('items.reply-to-hidden')}</Note>;
  const parent = webUrl(inReplyToIri);
  if (!parent) return null;
  return (
    <Note>
      {richText('items.reply-to-remote', {
        host: <strong>{new URL(parent).host}</strong>,
        link: (text) => (
          <a href={parent} rel="nofollow noopener noreferrer">
            {text}
          </a>
        ),
      })}
    </Note>
  );
}
