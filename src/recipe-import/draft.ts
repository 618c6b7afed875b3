/** Defines the input for items, whether from the REST API, an import or a remote server. */
import type { RecipeDetails } from '../db/recipe-details.ts';
import type { Visibility } from '../db/vocabulary.ts';
import type { EventableKind } from '../lib/iris.ts';

/** An exact quantity in lowest terms, denominator ≥ 1; numbers are safe integers. */
export interface Rational {
  numerator: number;
  denominator: number;
}

export interface IngredientDraft {
  name: string;
  quantity: Rational | null;
  /** The upper end of a range such as "2–3 cloves". */
  quantityMax: Rational | null;
  /** A canonical code (`g`, `tbsp`, …) or the author's own word. */
  unit: string | null;
  note: string | null;
  group: string | null;
  optional: boolean;
  scalable: boolean;
  /** The line as its author wrote it. */
  originalText: string | null;
}

/** The target of a step link: a known item, or the IRI of one to be fetched. */
export type StepLinkTarget = { id: number; type: EventableKind } | { iri: string };

export interface StepLinkDraft {
  target: StepLinkTarget;
  serving: number | null;
}

export interface StepDraft {
  name: string;
  /** Markdown. */
  content: string;
  /** Seconds. */
  duration: number | null;
  /** Positions in the item's own ingredient list. */
  ingredientPositions: number[];
  links: StepLinkDraft[];
}

export interface RecipeDraft {
  name: string;
  /** Markdown. */
  description: string;
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters. */
  servingType: string;
  visibility: Visibility;
  /** BCP 47, or null to let the server decide. */
  locale: string | null;
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  tags: string[];
  sourceUrl: string | null;
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  details: RecipeDetails;
  /** Uploaded pictures, in display order. */
  mediaIds?: number[];
  /** The recipe that this one is a version of. */
  forkedFromId?: number;
  /** Published unless it says otherwise. */
  publication?: 'draft' | 'published';
}

/** Missing keys stay unchanged, also those of the details. */
export type RecipeChanges = Partial<Omit<RecipeDraft, 'details' | 'forkedFromId' | 'publication'>> & {
  details?: Partial<RecipeDetails>;
};
