/** How much one activity may make us fetch. */
import { ResolveError } from './error.ts';

export interface Budget {
  /** Shared by everything that follows from the activity. */
  purse: { fetches: number };
  depth: number;
}

export const maxFetches = 20;
export const maxDepth = 8;

export const newBudget = (): Budget => ({ purse: { fetches: maxFetches }, depth: maxDepth });

/** For what a fetched document points at. */
export const deeper = ({ purse, depth }: Budget): Budget => ({ purse, depth: depth - 1 });

/** Throws ResolveError('spent'). */
export function spend({ purse, depth }: Budget): void {
  if (depth <= 0 || purse.fetches <= 0)
    throw new ResolveError('spent', 'one activity asks for too many fetches');
  purse.fetches -= 1;
}
