/** `npm run conformance`: starts a server and tests every operation of the API contract. */
import { openContext } from './context.ts';
import { attempt, type Operation } from './operation.ts';
import { follows, partings } from './operations/accounts.ts';
import { collections } from './operations/collections.ts';
import { bakings, preparations } from './operations/cooked.ts';
import { lists } from './operations/lists.ts';
import { media } from './operations/media.ts';
import { recipeMedia, recipes } from './operations/recipes.ts';
import { statuses } from './operations/statuses.ts';

/** Ordered so that each operation finds the resources it needs. */
const operations: Operation[] = [
  ...follows,
  ...recipes,
  ...statuses,
  ...preparations,
  ...bakings,
  ...media,
  ...recipeMedia,
  ...collections,
  ...lists,
  ...partings,
];

const print = (text: string) => process.stdout.write(`${text}\n`);
const context = await openContext();
const stop = (code: number) => void context.close().then(() => process.exit(code));
process.once('SIGINT', () => stop(130));
process.once('SIGTERM', () => stop(143));

let held = 0;
try {
  for (const operation of operations) {
    const wrong = await attempt(operation, context);
    if (wrong === null) held += 1;
    const name = `${operation.method.padEnd(6)} ${operation.path}`;
    print(wrong === null ? `✓ ${name}` : `✗ ${name}\n    ${wrong}`);
  }
} finally {
  await context.close();
}

if (held < operations.length) process.exitCode = 1;
print(`\n${held} of ${operations.length} operations passed`);
