/** Counts members and items of this server for NodeInfo. */
import { countUsage, type Usage } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';

/** Slow: scans whole tables. */
export async function getUsage(): Promise<Usage> {
  return (await countUsage(db))[0]!;
}
