/** The row of a restored item: as its author left it, at home here. */
import { countCooked } from '../../../db/sql/cooked.ts';
import { countReply } from '../../../db/sql/eventables.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iris } from '../../../lib/iris.ts';
import { renderMarkdown } from '../../../lib/markdown.ts';
import type { Account } from '../../accounts/account.ts';
import { fetchLinked } from '../../eventables/fetch-linked.ts';
import { getStanding } from '../../eventables/own.ts';
import { freeSlug } from '../../eventables/slug.ts';
import { contextOf, writePost } from '../../statuses.ts';
import type { ArchivedItem } from './item.ts';
import type { Places } from './places.ts';

interface Columns {
  columns: Record<string, unknown>;
  mentionedIds: number[];
  isReply: boolean;
}

/** Counts it where it is cooked after, or answers, something known here. */
export async function columnsOf(
  tx: Tx,
  id: number,
  item: ArchivedItem,
  account: Account,
  places: Places,
): Promise<Columns> {
  const { type, publication, visibility, locale, content } = item;
  const isPublished = publication === 'published';
  const slug = type === 'recipe' ? await freeSlug(tx, account.id, item.slug) : undefined;
  const common = {
    ...{ type, publication, visibility, locale, content, account_id: account.id, slug },
    ...(isPublished && {
      iri: iris.eventable(type, account.id, id),
      url: iris.page(type, account.username, slug ?? id),
    }),
    ...{ name: '', sensitive: false, spoiler_text: '', tags: item.tags },
    created_at: notAfterNow(item.createdAt),
    published_at: notAfterNow(item.publishedAt),
    updated_at: new Date(),
  };
  const whole = { ...common, content_html: renderMarkdown(content) };
  /** By id if it is known here, else by the IRI under which it may come. */
  const pointer = async (column: string, name: string | null) => {
    const target = name === null ? null : await places.settle(tx, name);
    if (!target) return { id: null, columns: {} };
    if ('id' in target) return { id: target.id, columns: { [`${column}_id`]: target.id } };
    if (!isPublished) return { id: null, columns: {} };
    await fetchLinked(tx, [target.iri], { most: 1 });
    return { id: null, columns: { [`${column}_iri`]: target.iri } };
  };

  switch (item.type) {
    case 'recipe': {
      const { name, serving, servingType, sourceUrl, prepTime, cookTime } = item;
      const forked = await pointer('forked_from', item.forkedFrom);
      return {
        columns: {
          ...{ ...whole, name, serving, serving_type: servingType, source_url: sourceUrl },
          ...{ prep_time: prepTime, cook_time: cookTime, ...forked.columns },
        },
        ...alone,
      };
    }
    case 'preparation':
    case 'baking': {
      const { name, serving, servingType, preparedAt } = item;
      const recipe = await pointer('recipe', item.recipe);
      if (isPublished && recipe.id !== null) await countCooked(tx, recipe.id, 1);
      const own = { name, serving, serving_type: servingType, prepared_at: preparedAt };
      return { columns: { ...whole, ...own, ...recipe.columns }, ...alone };
    }
    case 'status': {
      const { columns, mentionedIds } = await writePost(tx, content);
      const answered = await pointer('in_reply_to', item.inReplyTo);
      const parent = answered.id === null ? null : await getStanding(tx, account.id, answered.id);
      if (parent) await countReply(tx, parent.id, 1);
      const own = { sensitive: item.sensitive, spoiler_text: item.spoilerText };
      return {
        columns: {
          ...{ ...common, ...columns, ...own, ...answered.columns },
          ...(parent && { in_reply_to_iri: parent.iri, context_iri: contextOf(parent) }),
        },
        mentionedIds,
        isReply: item.inReplyTo !== null,
      };
    }
  }
}

const alone = { mentionedIds: [], isReply: false };

const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));
