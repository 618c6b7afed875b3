/** Defines the input for items, whether from the REST API, an import or a remote server, and what a revision keeps. */
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

// What a revision of a recipe keeps: its words and amounts, without pictures and links

/** Fields without a value are absent. */
export type StateDetails = Partial<RecipeDetails> & {
  serving: number;
  servingType?: string;
  /** Seconds. */
  prepTime?: number;
  /** Seconds. */
  cookTime?: number;
  sourceUrl?: string;
};

export interface RecipeState {
  name: string;
  /** Markdown. */
  description: string;
  ingredients: IngredientDraft[];
  steps: Pick<StepDraft, 'name' | 'content' | 'duration'>[];
  details: StateDetails;
}

/** The parts of a recipe whose changes a revision names. */
export const recipeParts = ['name', 'description', 'ingredients', 'steps', 'details'] as const;
export type RecipePart = (typeof recipeParts)[number];

// Limits the text of all ingredients, and of all steps: a recipe is shown, compared and sent as a whole

/** Characters. The longest recipe of a cookbook has a tenth of these. */
export const maxIngredientText = 50_000;
export const maxStepText = 150_000;

/** The line of an ingredient says the same as its parts, so the longer one counts. */
export function ingredientLength({ name, unit, note, group, originalText }: IngredientDraft): number {
  const parts = name.length + (unit?.length ?? 0) + (note?.length ?? 0);
  return Math.max(parts, originalText?.length ?? 0) + (group?.length ?? 0);
}

export const stepLength = ({ name, content }: Pick<StepDraft, 'name' | 'content'>): number =>
  name.length + content.length;

/** Returns the first entries whose lengths add up to at most `max`. */
export function takeWithin<T>(entries: T[], lengthOf: (entry: T) => number, max: number): T[] {
  let total = 0;
  const end = entries.findIndex((entry) => {
    total += lengthOf(entry);
    return total > max;
  });
  return end < 0 ? entries : entries.slice(0, end);
}
