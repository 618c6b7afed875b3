/** Suggests recipes to read and people to follow to members who are new. */
import type { AccountCard } from '../accounts/account.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { getRelationships, type Relationship } from '../interactions/relationships.ts';
import { type ItemCard, listNewestRecipes } from '../items/cards.ts';
import { listTrendingLocalAccounts } from '../trending/trending.ts';

export interface SuggestedPerson {
  account: AccountCard;
  relationship: Relationship;
}

export interface Suggestions {
  recipes: ItemCard[];
  /** Those who are not followed yet come first. */
  people: SuggestedPerson[];
}

const limits = { recipes: 8, people: 6 };

/** People are those whom others follow these days, and the authors of new recipes. */
export async function findSuggestions(viewer: Viewer & { accountId: number }): Promise<Suggestions> {
  const [trending, recipes] = await Promise.all([
    listTrendingLocalAccounts(viewer, { limit: 2 * limits.people, offset: 0 }),
    listNewestRecipes(viewer, 4 * limits.recipes),
  ]);
  const accounts = new Map<number, AccountCard>();
  for (const account of [...trending, ...recipes.map(({ account: author }) => author)])
    if (account.id !== viewer.accountId) accounts.set(account.id, account);

  const relationships = await getRelationships(viewer.accountId, [...accounts.keys()]);
  const people = relationships
    .filter(({ blocking }) => !blocking)
    .map((relationship) => ({ relationship, account: accounts.get(relationship.id)! }))
    .toSorted((a, b) => Number(a.relationship.following) - Number(b.relationship.following));
  const others = recipes.filter(({ account }) => account.id !== viewer.accountId);
  return { recipes: others.slice(0, limits.recipes), people: people.slice(0, limits.people) };
}
