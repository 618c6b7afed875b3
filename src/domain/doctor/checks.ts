/** What the server can say of its own health while it runs. */
import { checkClock, checkDatabaseSettings } from './database.ts';
import { checkDisk } from './disk.ts';
import type { Finding } from './finding.ts';
import { checkOrigin } from './origin.ts';
import { checkOutside } from './outside.ts';
import { checkQueue } from './queue.ts';
import { checkSecret } from './secret.ts';
import { checkStorage } from './storage.ts';
import { checkWorkers } from './workers.ts';

export async function examine(): Promise<Finding[]> {
  const found = await Promise.all([
    checkDatabaseSettings(),
    checkClock(),
    checkSecret(),
    checkWorkers(),
    checkQueue(),
    checkDisk(),
    checkStorage(),
  ]);
  return [checkOrigin(), ...found.flat()];
}

/** The same, and what others see of it: asks this very server by its own name, for up to 20 s. */
export async function examineFromOutside(): Promise<Finding[]> {
  const [inside, outside] = await Promise.all([examine(), checkOutside()]);
  return [...inside, ...outside];
}
