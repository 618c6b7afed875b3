/** The columns that recipes and what is cooked after them have in common, as their authors hand them in. */
import { renderMarkdown } from '../../lib/markdown.ts';
import type { Account } from '../accounts/account.ts';
import type { RecipeDraft } from './draft.ts';
import { decideLocale } from './locale.ts';

type Said = 'name' | 'description' | 'visibility' | 'locale' | 'serving' | 'tags';
type DishDraft = Partial<Pick<RecipeDraft, Said> & { servingType: string | null }>;

/** `undefined` is left out of JSON, and what is left out is not written. */
export function dishRow(draft: DishDraft, author: Account): Record<string, unknown> {
  const { description } = draft;
  const contentHtml = description === undefined ? undefined : renderMarkdown(description);
  const text = contentHtml ?? draft.name ?? '';
  return {
    name: draft.name,
    content: description,
    content_html: contentHtml,
    visibility: draft.visibility,
    locale: draft.locale === undefined ? undefined : decideLocale(draft.locale, author.locale, text),
    serving: draft.serving,
    serving_type: draft.servingType,
    tags: draft.tags,
  };
}
