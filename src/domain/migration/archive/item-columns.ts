/** Converts an archived item to a database row of this server. */
import type { Tx } from '../../../db/transaction.ts';
import { normaliseHashtags } from '../../../lib/hashtag.ts';
import { iris } from '../../../lib/iris.ts';
import type { ArchivedItem } from '../../../recipe-import/potluck-item.ts';
import type { Account } from '../../accounts/account.ts';
import { toDetailColumns } from '../../items/detail-columns.ts';
import { enqueueLinkedFetches } from '../../items/fetch-linked.ts';
import { findMentioned } from '../../items/mentions.ts';
import { getItemHeader } from '../../items/ownership.ts';
import { renderPost } from '../../items/render-post.ts';
import { uniqueSlug } from '../../items/slug.ts';
import { contextOf } from '../../statuses/statuses.ts';
import type { NameResolver } from './name-resolver.ts';

interface Columns {
  columns: Record<string, unknown>;
  mentionedIds: number[];
  isReply: boolean;
}

export async function toItemColumns(
  tx: Tx,
  id: number,
  item: ArchivedItem,
  account: Account,
  resolver: NameResolver,
): Promise<Columns> {
  const { type, publication, visibility, locale, content } = item;
  const isPublished = publication === 'published';
  const slug =
    type === 'recipe' && item.slug !== null ? await uniqueSlug(tx, account.id, item.slug) : undefined;
  const rendered = renderPost(content, await findMentioned(tx, content));
  const { mentionedIds } = rendered;
  const common = {
    ...{ type, publication, visibility, locale, content, content_html: rendered.columns.content_html },
    ...{ account_id: account.id, slug },
    ...(isPublished && {
      iri: iris.eventable(type, account.id, id),
      url: iris.page(type, account.username, slug ?? id),
    }),
    ...{ name: '', sensitive: false, spoiler_text: '', tags: item.tags },
    hashtags: normaliseHashtags([...item.tags, ...rendered.columns.tags]),
    created_at: notAfterNow(item.createdAt),
    published_at: notAfterNow(item.publishedAt),
    updated_at: new Date(),
  };
  /** Points to a known item by id, to another by its IRI. */
  const pointer = async (column: string, origin: string | null) => {
    const target = origin === null ? null : await resolver.resolve(tx, origin);
    if (!target) return { id: null, columns: {} };
    if ('id' in target) return { id: target.id, columns: { [`${column}_id`]: target.id } };
    if (!isPublished) return { id: null, columns: {} };
    await enqueueLinkedFetches(tx, [target.iri], { maxFetches: 1 });
    return { id: null, columns: { [`${column}_iri`]: target.iri } };
  };

  switch (item.type) {
    case 'recipe': {
      const { name, serving, servingType, sourceUrl, prepTime, cookTime } = item;
      const forked = await pointer('forked_from', item.forkedFrom);
      return {
        columns: {
          ...{ ...common, name, serving, serving_type: servingType, source_url: sourceUrl },
          as_article: account.recipesAsArticles,
          ...{ prep_time: prepTime, cook_time: cookTime, ...toDetailColumns(item.details) },
          ...forked.columns,
        },
        ...{ mentionedIds, isReply: false },
      };
    }
    case 'preparation':
    case 'baking': {
      const { name, serving, servingType, preparedAt, rating } = item;
      const recipe = await pointer('recipe', item.recipe);
      const own = { name, serving, serving_type: servingType, prepared_at: preparedAt, rating };
      return { columns: { ...common, ...own, ...recipe.columns }, mentionedIds, isReply: false };
    }
    case 'status': {
      const replied = await pointer('in_reply_to', item.inReplyTo);
      const parent = replied.id === null ? null : await getItemHeader(tx, account.id, replied.id);
      const own = { sensitive: item.sensitive, spoiler_text: item.spoilerText };
      return {
        columns: {
          ...{ ...common, ...rendered.columns, ...own, ...replied.columns },
          ...(parent && { in_reply_to_iri: parent.iri, context_iri: contextOf(parent) }),
        },
        mentionedIds,
        isReply: item.inReplyTo !== null,
      };
    }
  }
}

const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));
