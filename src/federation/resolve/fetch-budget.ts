/** Limits how many requests one activity may cause. */
import { takeRequest } from '../../jobs/fetch-budget.ts';
import { ResolveError } from './error.ts';

export interface FetchBudget {
  /** Counts one request and returns whether it may be sent. All fetches caused by the activity share the count. */
  take(): Promise<boolean>;
  depth: number;
}

export const maxRequests = 20;
export const maxDepth = 8;

/** A budget for one operation in this process. */
export function newBudget(requests = maxRequests): FetchBudget {
  let left = requests;
  return {
    take: async () => {
      left -= 1;
      return left >= 0;
    },
    depth: maxDepth,
  };
}

/** A budget shared by all processes and jobs that use the same id. */
export const sharedBudget = (fetchBudgetId: string): FetchBudget => ({
  take: () => takeRequest(fetchBudgetId, maxRequests),
  depth: maxDepth,
});

/** The shared budget of a job, or a new one when the job has no `fetchBudgetId`. */
export const budgetOf = (fetchBudgetId: string | undefined): FetchBudget =>
  fetchBudgetId === undefined ? newBudget() : sharedBudget(fetchBudgetId);

/** The same budget, for a document that a fetched document links to. */
export const deeper = ({ take, depth }: FetchBudget): FetchBudget => ({ take, depth: depth - 1 });

/** Throws ResolveError `spent` when the budget is used up or the link is too deep. */
export async function takeFromBudget({ take, depth }: FetchBudget): Promise<void> {
  if (depth <= 0 || !(await take())) {
    throw new ResolveError('spent', 'the fetch budget of this activity is used up');
  }
}
