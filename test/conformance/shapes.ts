/** Response shapes of the contract, written by hand: every field with its type, never null. */

export type Shape = 'integer' | 'string' | 'boolean' | 'object' | 'array' | Fields | ListOf;
/** A key that ends in `?` is optional. */
interface Fields {
  [key: string]: Shape;
}
/** Requires at least one element, because an empty list proves nothing. */
interface ListOf {
  each: Shape;
  of: 'list';
}

export const list = (each: Shape): ListOf => ({ each, of: 'list' });
const isList = (shape: Fields | ListOf): shape is ListOf => shape.of === 'list' && 'each' in shape;

export const account: Shape = {
  id: 'integer',
  username: 'string',
  name: 'string',
  summary: 'string',
  summary_html: 'string',
  instance: 'string',
  avatar: 'object',
  state: 'string',
  following_count: 'integer',
  followers_count: 'integer',
  like_id: 'integer',
};

export const medium: Fields = {
  id: 'integer',
  description: 'string',
  created_at: 'string',
  original: 'string',
  medium: 'string',
  small: 'string',
};

export const extendedMedium: Shape = {
  ...medium,
  eventable_type: 'string',
  eventable_id: 'integer',
  recipe_id: 'integer',
  prepared_at: 'string',
  width: 'integer',
  height: 'integer',
  account,
};

const regard: Fields = {
  likes_count: 'integer',
  boosts_count: 'integer',
  liked: 'boolean',
  boosted: 'boolean',
  account,
};

const dated: Fields = { collection_ids: 'array', created_at: 'string', published_at: 'string' };

export const status: Fields = {
  id: 'integer',
  content: 'string',
  content_html: 'string',
  locale: 'string',
  media: 'array',
  ...regard,
};
export const trendingStatus: Shape = { ...status, ...dated };

export const recipe: Fields = {
  id: 'integer',
  slug: 'string',
  name: 'string',
  description: 'string',
  description_html: 'string',
  locale: 'string',
  serving: 'integer',
  serving_type: 'string',
  visibility: 'string',
  ingredients: 'array',
  steps: 'array',
  ...regard,
};
export const trendingRecipe: Shape = { ...recipe, ...dated };

const cooked: Fields = {
  id: 'integer',
  name: 'string',
  description: 'string',
  description_html: 'string',
  status: 'string',
  serving: 'integer',
  prepared_at: 'string',
  'recipe_id?': 'integer',
  'serving_type?': 'string',
  published_at: 'string',
  ingredients: 'array',
  steps: 'array',
  media: 'array',
  ...regard,
};
export const baking: Shape = cooked;
export const preparation: Shape = { ...cooked, ...dated, locale: 'string' };

export const collection: Shape = { id: 'integer', name: 'string' };
export const collectionItem: Shape = { id: 'integer', type: 'string', account, object: 'object' };

export const event: Shape = {
  id: 'integer',
  type: 'string',
  action: 'string',
  created_at: 'string',
  object: 'object',
  account,
};

export const relationship: Shape = {
  id: 'integer',
  following: 'boolean',
  followed: 'boolean',
  blocking: 'boolean',
  following_requested: 'boolean',
  follower_requested: 'boolean',
};

/** Lists the violations in a value. */
export function offences(value: unknown, shape: Shape, at = 'body'): string[] {
  if (typeof shape === 'string') return isA(shape, value) ? [] : [`${at} is no ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is no array`];
    if (value.length === 0) return [`${at} is empty`];
    return value.flatMap((entry, index) => offences(entry, shape.each, `${at}[${index}]`));
  }
  if (!isA('object', value)) return [`${at} is no object`];

  const given = value as Record<string, unknown>;
  return Object.entries(shape).flatMap(([key, wanted]) => {
    const name = key.replace('?', '');
    if (key !== name && !Object.hasOwn(given, name)) return [];
    return offences(given[name], wanted, `${at}.${name}`);
  });
}

function isA(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
