/** Statements on fetch budgets, which chains of jobs share. */
import { statement } from '../../statement.ts';

/** Counts one request. Returns a row while the budget, which starts at `max`, is not used up. It expires after a day. */
export const takeFromFetchBudget = statement<{ key: string }, [key: string, max: number]>(
  'take_from_fetch_budget',
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, to_jsonb($2::int - 1), now() + interval '1 day')
   ON CONFLICT (key) DO UPDATE SET value = to_jsonb(key_value.value::int - 1) WHERE key_value.value::int > 0
   RETURNING key`,
);
