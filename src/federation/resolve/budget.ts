/** How much one activity may make us fetch. */
import { takeFromPurse } from '../../db/sql/key-values.ts';
import { db } from '../../db/statement.ts';
import { ResolveError } from './error.ts';

export interface Budget {
  /** Answers whether one more request may be made, and counts it; shared by everything that follows from the activity. */
  take(): Promise<boolean>;
  depth: number;
}

export const maxRequests = 20;
export const maxDepth = 8;

/** Of requests that this process makes in one go. */
export function newBudget(requests = maxRequests): Budget {
  let left = requests;
  return {
    take: async () => {
      left -= 1;
      return left >= 0;
    },
    depth: maxDepth,
  };
}

/** The one of this name, in whatever process and job it is drawn on, for a day. */
export const sharedBudget = (purse: string): Budget => ({
  take: async () => (await takeFromPurse(db, JSON.stringify(['purse', purse]), maxRequests)).length > 0,
  depth: maxDepth,
});

/** What is left for whoever brings this name along; a new one for whoever does not. */
export const budgetOf = (purse: string | undefined): Budget =>
  purse === undefined ? newBudget() : sharedBudget(purse);

/** For what a fetched document points at. */
export const deeper = ({ take, depth }: Budget): Budget => ({ take, depth: depth - 1 });

/** Throws ResolveError('spent'). */
export async function spend({ take, depth }: Budget): Promise<void> {
  if (depth <= 0 || !(await take()))
    throw new ResolveError('spent', 'one activity asks for too many fetches');
}
