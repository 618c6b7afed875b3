/** Defines the result of reading a remote object, and the limits for its content. */
import type { RemoteItem } from '../../domain/items/ingest-remote.ts';

/** A remote item whose author is known only by IRI. */
export interface RemoteObject extends Omit<RemoteItem, 'authorId'> {
  authorIri: string;
}

/** Information that the document itself may lack. */
export interface ReadOptions {
  /** Used when `published` is missing. */
  receivedAt?: Date;
  /** The actor of the activity, used when `attributedTo` is missing. */
  authorIri?: string;
  /** The author's followers collection, if known. */
  followersIri?: string | null;
}

/** Remote text is cut to these lengths (UTF-16 units), and lists to these numbers of entries. */
export const limits = {
  name: 200,
  description: 10_000,
  text: 50_000,
  html: 200_000,
  spoiler: 500,
  step: 10_000,
  word: 200,
  line: 1_000,
  mediumDescription: 1_500,
  servingType: 30,
  blurhash: 100,
  tag: 100,
  ingredients: 200,
  steps: 100,
  links: 20,
  media: 10,
  tags: 100,
  mentions: 100,
};

/** Values for items without recipe fields, such as statuses. */
export const emptyRecipeFields = {
  name: '',
  serving: null,
  servingType: null,
  preparedAt: null,
  rating: null,
  recipeIri: null,
  forkedFromIri: null,
  sourceUrl: null,
  prepTime: null,
  cookTime: null,
  details: null,
  ingredients: [],
  steps: [],
};
