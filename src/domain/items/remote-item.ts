/** Defines an item of a remote server, already parsed and sanitized. */
import type { RecipeDetails } from '../../recipe-import/details.ts';
import type { IngredientDraft, StepDraft, Visibility } from '../../recipe-import/draft.ts';
import type { EventableType } from './eventable.ts';

export interface RemoteMedium {
  url: string;
  /** Alt text. */
  description: string;
  contentType: string;
  width: number;
  height: number;
  blurhash: string | null;
}

export interface RemoteItem {
  type: EventableType;
  iri: string;
  url: string | null;
  authorId: number;
  visibility: Visibility;
  name: string;
  content: string;
  contentHtml: string;
  locale: string;
  sensitive: boolean;
  spoilerText: string;
  publishedAt: Date;
  updatedAt: Date | null;
  inReplyToIri: string | null;
  /** The item that it quotes; only statuses quote. */
  quoteIri?: string | null;
  /** States that the author of the quoted item approves (FEP-044f); to be verified. */
  quoteAuthorizationIri?: string | null;
  /** The conversation it belongs to (FEP-7888). */
  contextIri?: string | null;
  /** Counts stated by its server; null where it states none. */
  counts?: { likes: number | null; boosts: number | null; replies: number | null };
  /** IRIs of accounts; unknown ones are ignored. */
  mentionedIris: string[];
  tags: string[];
  /** All that the item is marked with, also in its text. */
  hashtags?: string[];
  serving: number | null;
  servingType: string | null;
  preparedAt: Date | null;
  /** Stars of a cooked item, 1 to 5. */
  rating: number | null;
  recipeIri: string | null;
  /** The recipe it was forked from; only Potluck servers state it. */
  forkedFromIri: string | null;
  sourceUrl: string | null;
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  /** Null unless it is a recipe. */
  details: RecipeDetails | null;
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  media: RemoteMedium[];
}
