/** Counts the requests that an activity causes, across all jobs that carry the same `fetchBudgetId`. */
import { takeFromFetchBudget } from '../db/sql/jobs.ts';
import { db } from '../db/statement.ts';

/** Returns whether one more request may be sent; a budget starts with `maxRequests` and lasts a day. */
export async function takeRequest(fetchBudgetId: string, maxRequests: number): Promise<boolean> {
  const key = JSON.stringify(['fetch-budget', fetchBudgetId]);
  return (await takeFromFetchBudget(db, key, maxRequests)).length > 0;
}
