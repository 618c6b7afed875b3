/** What the server can say of its own health while it runs. */
import { checkDisk } from './disk.ts';
import type { Finding } from './finding.ts';
import { checkOrigin } from './origin.ts';
import { checkQueue } from './queue.ts';
import { checkSecret } from './secret.ts';
import { checkStorage } from './storage.ts';
import { checkWorkers } from './workers.ts';

export async function examine(): Promise<Finding[]> {
  const found = await Promise.all([checkSecret(), checkWorkers(), checkQueue(), checkDisk(), checkStorage()]);
  return [checkOrigin(), ...found.flat()];
}
