/** Starts the longest test files first, so that none runs alone at the end, and keeps files of a project together. */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { startsServers } from './process-tests.ts';

/** Evaluates our modules again, and so does the next file: such files run at the end, after each other. */
const ownModules = /useOwnModules\(|\/support\/smtp\.ts'/;

/** What a file imports tells what it takes: a browser, whole servers, processes, or so much that it has a short form. */
const signs = [/'playwright-core'/, startsServers, /\/support\/(?:child|cli)\.ts'/, /\/support\/test-length\.ts'/];

function rankOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  const found = signs.findIndex((sign) => sign.test(text));
  if (found !== -1) return found;
  return ownModules.test(text) ? signs.length + 1 : signs.length;
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
