/** Decides how long ago users logged in, since pages ask again for a password after 10 minutes. */
import { query } from '../../faults/database.ts';
import type { Instance } from '../../support/instance.ts';

export async function setLogInAge(instance: Instance, minutes: number): Promise<void> {
  await query(instance, 'UPDATE session SET authenticated_at = now() - make_interval(mins => $1)', [minutes]);
}
