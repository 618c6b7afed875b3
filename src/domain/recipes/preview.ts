/** Builds the recipe that a draft would become, without storing it. */
import { renderMarkdown } from '../../lib/markdown.ts';
import type { RecipeDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import type { Account } from '../accounts/account.ts';
import type { Medium, Recipe, StepLink } from '../items/eventable.ts';

const noCounts = {
  ...{ likesCount: 0, boostsCount: 0, repliesCount: 0, cookedCount: 0, forksCount: 0, revisionsCount: 0 },
  ...{ ratingCount: 0, ratingSum: 0 },
};

/** `before` is the stored recipe of an edit. Mentions stay plain text, and linked recipes are only links. */
export function previewRecipe(
  account: Account,
  draft: RecipeDraft,
  media: Medium[],
  before: Recipe | null,
): Recipe {
  const now = new Date();
  return {
    ...noCounts,
    ...{ type: 'recipe', id: before?.id ?? 0, iri: null, url: null, slug: before?.slug ?? null, account },
    ...{ publication: 'draft', visibility: draft.visibility, contextIri: null, quoteIri: null },
    ...{ generation: 0, version: 0, name: draft.name, content: draft.description },
    contentHtml: renderMarkdown(draft.description),
    locale: draft.locale ?? account.locale ?? 'und',
    tags: draft.tags,
    ...{ liked: false, boosted: false, collectionIds: [], mentions: [], media },
    ...{ createdAt: now, publishedAt: before?.publishedAt ?? now, updatedAt: now, editedAt: null },
    ...{ serving: draft.serving, servingType: draft.servingType, sourceUrl: draft.sourceUrl },
    ...{ prepTime: draft.prepTime, cookTime: draft.cookTime, details: draft.details },
    ...{ forkedFromId: null, forkedFromIri: null, privateNote: null, asArticle: null },
    ingredients: draft.ingredients.map((each, position) => ({ ...each, id: position, position })),
    steps: draft.steps.map(({ links, ...step }, position) => ({
      ...step,
      ...{ id: position, position, contentHtml: renderMarkdown(step.content) },
      links: links.map(toLink),
    })),
  };
}

const toLink = ({ target, serving }: StepLinkDraft): StepLink => ({
  ...{ name: '', slug: null, accountId: null, serving },
  ...('iri' in target
    ? { id: null, type: null, iri: target.iri, url: target.iri }
    : { id: target.id, type: target.type, iri: null, url: null }),
});
