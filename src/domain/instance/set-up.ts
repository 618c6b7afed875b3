/** Tells whether somebody has an account here. */
import { selectHasMembers } from '../../db/sql/access.ts';
import { db } from '../../db/statement.ts';

let wasSetUp = false;

/** False until the first account exists. Remembers when it is true. */
export async function isSetUp(): Promise<boolean> {
  if (wasSetUp) return true;
  const [row] = await selectHasMembers(db);
  wasSetUp = row?.has_members ?? false;
  return wasSetUp;
}
