/** Checks that pictures can be stored and read. */
import { config } from '../../../lib/config.ts';
import { findBucketProblem } from '../../../lib/storage/bucket.ts';
import { mediaFolder } from '../../../lib/storage/storage.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkStorage(): Promise<CheckResult> {
  const { s3 } = config;
  if (!s3) return ok('storage', `pictures on disk, in ${mediaFolder}`);

  const where = `the bucket ${s3.bucket} at ${s3.endpoint}`;
  const found = await findBucketProblem(s3);
  return found === null
    ? ok('storage', `pictures in ${where}, which is reachable`)
    : problem(
        'storage',
        `${where}: ${found}`,
        'create the bucket, give the key the right to list, read, write and delete there, and check S3_ENDPOINT, S3_REGION and S3_PATH_STYLE',
      );
}
