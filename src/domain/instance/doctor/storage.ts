/** Checks that pictures can be stored and read. */

import { config } from '../../../lib/config.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { findBucketProblem } from '../../../lib/storage/bucket.ts';
import { mediaFolder } from '../../../lib/storage/storage.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkStorage(): Promise<CheckResult> {
  const { s3 } = config;
  if (!s3) return ok('storage', toMessage('doctor-checks.storage-on-disk', { folder: mediaFolder }));

  const where = { bucket: s3.bucket, endpoint: s3.endpoint };
  const found = await findBucketProblem(s3);
  return found === null
    ? ok('storage', toMessage('doctor-checks.storage-in-bucket', where))
    : problem(
        'storage',
        found === 'missing'
          ? toMessage('doctor-checks.storage-missing', where)
          : toMessage('doctor-checks.storage-problem', { ...where, reason: found.reason }),
        toMessage('doctor-checks.storage-remedy'),
      );
}
