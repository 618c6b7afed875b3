/** Checks that the memory of the container or machine is enough for a small instance. */

import { totalmem } from 'node:os';
import { toMessage } from '../../../lib/language/text.ts';
import { memoryLimit } from '../../../lib/memory.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

const mebi = 2 ** 20;
/** Web, worker, embedded PostgreSQL, and one process that decodes a picture. */
const minBytes = 700 * mebi;

export function checkMemory(limit = process.constrainedMemory(), machine = totalmem()): CheckResult {
  const bytes = memoryLimit(limit, machine);
  const isLimited = bytes < machine;
  const size = Math.round(bytes / mebi);
  const message = isLimited
    ? toMessage('doctor-checks.memory-of-container', { size })
    : toMessage('doctor-checks.memory-of-machine', { size });
  return bytes < minBytes
    ? warning('memory', message, toMessage('doctor-checks.memory-remedy'))
    : ok('memory', message);
}
