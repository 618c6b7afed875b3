/** Starts the longest test files first, so that none runs alone at the end, and keeps files of a project together. */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What a file imports tells what it takes: a browser, whole servers, processes, or so much that it has a short form. */
const signs = [
  /'playwright-core'/,
  /\/support\/(?:instance|network|server-processes|servers)\.ts'/,
  /\/support\/(?:built-worker|child|cli|former-cluster|prepared-cluster|worker-child)\.ts'/,
  /\/support\/test-length\.ts'/,
];

function rankOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  const found = signs.findIndex((sign) => sign.test(text));
  return found === -1 ? signs.length : found;
}

/** Within a rank, the order is that of Vitest: by the duration of the last run if there was one, and else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map((file) => [file, rankOf(file)]));
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    // A worker is reused only if its next file belongs to the same project.
    return [...byProject.values()].flatMap((group) =>
      group.toSorted((one, other) => ranks.get(one)! - ranks.get(other)!),
    );
  }
}
