/** Whether pictures can be kept and found again. */
import { config } from '../../lib/config.ts';
import { findBucketProblem } from '../../lib/storage/bucket.ts';
import { mediaFolder } from '../../lib/storage.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkStorage(): Promise<Finding> {
  const { s3 } = config;
  if (!s3) return ok('storage', `pictures on disk, in ${mediaFolder}`);

  const where = `the bucket ${s3.bucket} at ${s3.endpoint}`;
  const wrong = await findBucketProblem(s3);
  return wrong === null
    ? ok('storage', `pictures in ${where}, which answers`)
    : problem(
        'storage',
        `${where}: ${wrong}`,
        'make the bucket, give the key the right to list, read, write and delete there, and check S3_ENDPOINT, S3_REGION and S3_PATH_STYLE',
      );
}
