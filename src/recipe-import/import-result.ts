/** Defines the result of an import: recipes, and sentences about everything that could not be read. */
import type { DetailNameOf, StatedRating } from '../db/recipe-details.ts';
import type { RecipeDraft } from './draft.ts';

export interface StatedParty {
  name: string;
  url: string | null;
}

type OfKind<Kind extends 'rating' | 'seconds' | 'texts' | 'url', Value> = Record<DetailNameOf<Kind>, Value>;

/** What a source says beyond the fields of a draft, as it says it. */
export interface StatedDetails
  extends OfKind<'seconds', number | null>,
    OfKind<'texts', string[]>,
    OfKind<'rating', StatedRating | null>,
    OfKind<'url', string | null> {
  /** Absolute http(s) URLs, the best first. */
  imageUrls: string[];
  authors: StatedParty[];
  publisher: StatedParty | null;
  /** Property names of schema.org NutritionInformation with their text, such as `calories: "240 kcal"`. */
  nutrition: Record<string, string>;
  /** Names such as `VeganDiet`, or as written. */
  diets: string[];
  keywords: string[];
  /** As written. */
  difficulty: string | null;
}

interface OwnPicture {
  bytes: Uint8Array;
  /** Alt text. */
  description: string;
}

export interface ImportedRecipe {
  draft: RecipeDraft;
  understood: { ingredients: number; withQuantity: number; steps: number };
  /** One sentence per problem, for the author. */
  notUnderstood: string[];
  /**
   * True without a name, ingredients or steps, and for what may be something else than a recipe: its author should
   * finish it before it is published.
   */
  isIncomplete: boolean;
  /** What the source says beyond the text of the draft. Absent in formats that state the details exactly. */
  stated?: StatedDetails;
  /** The picture that came with the recipe. */
  picture?: OwnPicture;
  /** Those that came with it beside that one, in their order. */
  furtherPictures?: OwnPicture[];
  /** Alt texts by the names of files beside the source, without folders and in lower case. */
  altTexts?: Record<string, string>;
  /** Files beside the source that it names as pictures, the best first, as written. */
  pictureNames?: string[];
  /** Other recipes of the source that steps name, by the position of the step. */
  mentions?: { name: string; step: number }[];
  /** What the author noted for themselves, such as a rating. Plain text that is never published. */
  privateNote?: string;
}

export interface ImportResult {
  recipes: ImportedRecipe[];
  /** Reasons why recipes are missing. */
  problems: string[];
}

/** What a reader finds in a source, in its order. */
export type Found =
  /** A part begins that is read at once, such as a file of an archive. */
  | { type: 'entry'; at: number; name: string }
  | { type: 'format'; format: string }
  | { type: 'recipe'; recipe: ImportedRecipe }
  /** A part could not be read. Without a name it is the whole source. */
  | { type: 'failed'; name: string; reason: string }
  | { type: 'problem'; problem: string };

export const LIMITS = {
  name: 200,
  description: 10_000,
  stepContent: 10_000,
  ingredients: 200,
  steps: 100,
  tags: 100,
  tag: 100,
};

/** Counts what was read, and tells whether something essential is missing. */
export function understand({
  ingredients,
  steps,
}: Pick<RecipeDraft, 'ingredients' | 'steps'>): Pick<ImportedRecipe, 'understood' | 'isIncomplete'> {
  const withQuantity = ingredients.filter(({ quantity }) => quantity !== null).length;
  return {
    understood: { ingredients: ingredients.length, withQuantity, steps: steps.length },
    isIncomplete: ingredients.length === 0 || steps.length === 0,
  };
}

/** True for a recipe with gaps, and for an exported draft. */
export const isDraft = ({ draft, isIncomplete }: ImportedRecipe): boolean =>
  isIncomplete || draft.publication === 'draft';

/** Quotes a value, shortened, for a sentence. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : 'a list or object';
  const line = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 57).trim()}…` : line}"`;
}

export const hasPicture = ({ picture, stated }: ImportedRecipe): boolean =>
  picture !== undefined || (stated?.imageUrls.length ?? 0) > 0;
