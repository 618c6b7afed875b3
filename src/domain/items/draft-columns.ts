/** Converts the fields that recipes, preparations and bakings share to database columns. */
import { renderMarkdown } from '../../lib/markdown.ts';
import type { RecipeDraft } from '../../recipe-import/draft.ts';
import type { Account } from '../accounts/account.ts';
import { resolveLocale } from './locale.ts';

type SharedField = 'name' | 'description' | 'visibility' | 'locale' | 'serving' | 'tags';
type SharedDraft = Partial<Pick<RecipeDraft, SharedField> & { servingType: string | null }>;

/** Fields that are undefined disappear from the JSON row, so their columns stay unchanged. */
export async function toSharedColumns(draft: SharedDraft, author: Account): Promise<Record<string, unknown>> {
  const { description } = draft;
  const contentHtml = description === undefined ? undefined : renderMarkdown(description);
  const text = contentHtml ?? draft.name ?? '';
  return {
    name: draft.name,
    content: description,
    content_html: contentHtml,
    visibility: draft.visibility,
    locale: draft.locale === undefined ? undefined : await resolveLocale(draft.locale, author.locale, text),
    serving: draft.serving,
    serving_type: draft.servingType,
    tags: draft.tags,
  };
}
