/** Orders test files by duration: tests that start and kill servers run first, so that none runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'container/image',
  'workers/starts',
  'pages/walk',
  'proofs/fuzz',
  'workers/crashes',
  'hostile/answers',
  'cli/doctor',
  'cli/accounts',
  'cli/backup',
  'proofs/access',
  'cli/operating',
  'proofs/reading',
  'hostile/addresses',
  'workers/job-batches',
  'federation/three-servers',
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
