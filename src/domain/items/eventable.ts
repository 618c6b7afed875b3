/** Defines `Eventable`: the union of recipes, preparations, bakings and statuses, discriminated by `type`. */

import type { RecipeDetails } from '../../recipe-import/details.ts';
import type { IngredientDraft, Visibility } from '../../recipe-import/draft.ts';
import type { Account } from '../accounts/account.ts';

export interface Medium {
  id: number;
  key: string;
  state: 'pending' | 'ready' | 'failed';
  /** Alt text. */
  description: string;
  contentType: string;
  width: number;
  height: number;
  blurhash: string | null;
  remoteUrl: string | null;
  createdAt: Date;
}

export interface Mention {
  accountId: number;
  iri: string | null;
  handle: string | null;
  url: string | null;
}

export interface Ingredient extends IngredientDraft {
  id: number;
  position: number;
}

export interface StepLink {
  /** Null while the target has not been fetched. */
  id: number | null;
  type: EventableType | null;
  iri: string | null;
  name: string;
  slug: string | null;
  accountId: number | null;
  url: string | null;
  serving: number | null;
}

export interface Step {
  id: number;
  position: number;
  name: string;
  content: string;
  contentHtml: string;
  /** Seconds. */
  duration: number | null;
  ingredientPositions: number[];
  links: StepLink[];
}

interface Common {
  id: number;
  /** Null for a draft that was never published. */
  iri: string | null;
  url: string | null;
  account: Account;
  publication: 'draft' | 'published';
  visibility: Visibility;
  /** The conversation (FEP-7888); null when the item started it. */
  contextIri: string | null;
  /** The IRI of the item that it quotes; only statuses quote. */
  quoteIri: string | null;
  generation: number;
  version: number;
  name: string;
  /** Markdown, or the plain text of a remote item that has no source. */
  content: string;
  contentHtml: string;
  locale: string;
  tags: string[];
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  liked: boolean;
  boosted: boolean;
  /** The viewer's own collections that contain the item. */
  collectionIds: number[];
  createdAt: Date;
  publishedAt: Date;
  /** Also changes without an edit, when a picture is ready. Receivers take the latest version. */
  updatedAt: Date;
  /** When the author last changed it after publication. Null if never. */
  editedAt: Date | null;
  media: Medium[];
  mentions: Mention[];
}

interface Parts {
  serving: number;
  ingredients: Ingredient[];
  steps: Step[];
}

export interface Recipe extends Common, Parts {
  type: 'recipe';
  /** Null for a draft that was never published. */
  slug: string | null;
  servingType: string;
  sourceUrl: string | null;
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  details: RecipeDetails;
  /** The original, if it is known and the viewer may see it. */
  forkedFromId: number | null;
  forkedFromIri: string | null;
  /** The viewer's own note. Plain text. */
  privateNote: string | null;
  /** Sent to other servers as long-form text. Null for remote recipes. */
  asArticle: boolean | null;
}

interface CookedItem extends Common, Parts {
  servingType: string | null;
  preparedAt: Date;
  recipeId: number | null;
  recipeIri: string | null;
}

export interface Preparation extends CookedItem {
  type: 'preparation';
}

export interface Baking extends CookedItem {
  type: 'baking';
}

export interface Status extends Common {
  type: 'status';
  sensitive: boolean;
  spoilerText: string;
  inReplyToId: number | null;
  inReplyToType: EventableType | null;
  inReplyToIri: string | null;
}

export type Eventable = Recipe | Preparation | Baking | Status;
export type EventableType = Eventable['type'];

export type Cooked = Preparation | Baking;
export type CookedType = Cooked['type'];
