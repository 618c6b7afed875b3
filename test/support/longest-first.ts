/** The order in which test files are begun: what starts servers and kills them first, so that nobody waits for it alone in the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'workers/faults',
  'pages/walk',
  'proofs/fuzz',
  'workers/crashes',
  'workers/crowd',
  'hostile/answers',
  'cli/doctor',
  'cli/accounts',
  'cli/backup',
  'proofs/access',
  'cli/operating',
  'proofs/reading',
  'hostile/addresses',
  'workers/bundles',
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
