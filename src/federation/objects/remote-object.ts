/** What an object of another server is read into: a remote item whose author is known by IRI only. */
import type { RemoteItem } from '../../domain/eventables/remote-item.ts';

export interface RemoteObject extends Omit<RemoteItem, 'authorId'> {
  authorIri: string;
}

/** What the document alone does not tell. */
export interface Circumstances {
  /** Stands in for a missing date of publication. */
  receivedAt?: Date;
  /** Stands in for a missing `attributedTo`: the actor whose activity carries the object. */
  authorIri?: string;
  /** The author's followers collection, where it is known. */
  followersIri?: string | null;
}

/** Remote text is cut to these lengths, in UTF-16 units. */
export const caps = {
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

/** Parts that a plain status has none of. */
export const nothingCooked = {
  name: '',
  serving: null,
  servingType: null,
  preparedAt: null,
  recipeIri: null,
  forkedFromIri: null,
  sourceUrl: null,
  prepTime: null,
  cookTime: null,
  ingredients: [],
  steps: [],
};
