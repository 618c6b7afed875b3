/** Converts the fields that recipes, preparations and bakings share to database columns. */
import { selectTagSources } from '../../db/sql/tags.ts';
import type { Tx } from '../../db/transaction.ts';
import { normaliseHashtags } from '../../lib/hashtag.ts';
import { findHashtags } from '../../lib/markdown.ts';
import type { RecipeDraft } from '../../recipe-import/draft.ts';
import type { Account } from '../accounts/account.ts';
import { resolveLocale } from './locale.ts';
import { findMentioned } from './mentions.ts';
import { renderPost } from './render-post.ts';

type SharedField = 'name' | 'description' | 'visibility' | 'locale' | 'serving' | 'tags';
type SharedDraft = Partial<Pick<RecipeDraft, SharedField> & { servingType: string | null }>;

export interface SharedColumns {
  /** Fields that are undefined disappear from the JSON row, so their columns stay unchanged. */
  columns: Record<string, unknown>;
  /** The accounts that the description mentions; null if it stays unchanged. */
  mentionedIds: number[] | null;
}

/** `id` is the item that changes. */
export async function toSharedColumns(
  tx: Tx,
  draft: SharedDraft,
  author: Account,
  id?: number,
): Promise<SharedColumns> {
  const { description, name, locale } = draft;
  const rendered = description === undefined ? null : await renderDescription(tx, description);
  const contentHtml = rendered?.columns.content_html;
  return {
    columns: {
      name,
      content: description,
      content_html: contentHtml,
      visibility: draft.visibility,
      locale:
        locale === undefined
          ? undefined
          : await resolveLocale(locale, author.locale, contentHtml ?? name ?? ''),
      serving: draft.serving,
      serving_type: draft.servingType,
      tags: draft.tags,
      hashtags: await findItemHashtags(tx, draft, id),
    },
    mentionedIds: rendered?.mentionedIds ?? null,
  };
}

/** Accounts that are not known yet are not looked up, and stay plain text. */
async function renderDescription(tx: Tx, description: string) {
  const mentioned = [...(await findMentioned(tx, description))].filter(
    ([, { state }]) => state !== 'unknown',
  );
  return renderPost(description, new Map(mentioned));
}

/** Returns undefined if neither the tags nor the text change. */
async function findItemHashtags(
  tx: Tx,
  { tags, description }: SharedDraft,
  id: number | undefined,
): Promise<string[] | undefined> {
  if (tags === undefined && description === undefined) return undefined;
  const isComplete = tags !== undefined && description !== undefined;
  const [before] = isComplete || id === undefined ? [] : await selectTagSources(tx, id);
  return normaliseHashtags([
    ...(tags ?? before?.tags ?? []),
    ...findHashtags(description ?? before?.content ?? ''),
  ]);
}
