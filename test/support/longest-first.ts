/** Orders test files by duration, so that none runs alone at the end, and by project, so that workers can be reused. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'container/image',
  'workers/starts',
  'pages/walk',
  'proofs/fuzz',
  'proofs/broken-bodies',
  'hostile/most-expensive-megabyte',
  'recipe-import/hostile-pages',
  'histories/histories',
  'recipe-import/hostile-text',
  'recipe-import/hostile-files',
  'lib/html-attacks',
  'proofs/reading',
  'proofs/access',
  'hostile/answers',
  'api/large-imports',
  'api/hostile-imports',
  'cli/doctor',
  'workers/crashes',
  'cli/database-move',
  'federation/three-servers',
  'oauth/log-in',
  'deploy/proxies',
  'cli/backup',
  'cli/accounts',
  'hostile/addresses',
  'media/remote',
  'cli/former-folder',
  'federation/receive/inbox-limits',
  'media/hostile-avif',
  'workers/job-batches',
  'cli/operating',
  'db/upgrade',
].map((name) => `/test/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
