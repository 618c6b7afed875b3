/**
 * `npm run faults [-- S1 S6 redis short --minutes N --seed N]`: injects faults while clients work, prints one line for
 * each scenario and backend, and exits with 1 if a checker found anything.
 */
import { hasRedis } from '../support/redis.ts';
import { parseArguments } from './arguments.ts';
import { describeOutcome, listFindings, seconds } from './outcome.ts';
import type { Backend, Scenario } from './scenario.ts';
import { type OpenContext, openContext } from './scenario-context.ts';
import { scenarios } from './scenarios/index.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const chosen = parseArguments(process.argv.slice(2));
let open: OpenContext | undefined;
process.once('SIGINT', () => void Promise.resolve(open?.close()).then(() => process.exit(130)));

const backends = chosen.backends.filter((backend) => backend !== 'redis' || hasRedis());
for (const scenario of scenarios)
  if (chosen.includes(scenario)) for (const backend of backends) await runOn(scenario, backend);

async function runOn(scenario: Scenario, backend: Backend): Promise<void> {
  const { id, name } = scenario;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const progress = (text: string) => void process.stderr.write(`    ${seconds(elapsed())} ${text}\n`);
  progress(`${id} ${backend}: ${name}, seed ${chosen.seed}`);
  const context = await openContext(backend, { ...chosen, progress });
  open = context;
  try {
    const outcome = await scenario.run(context);
    const findings = listFindings(outcome);
    print(`${id} ${backend} ${describeOutcome(outcome, elapsed())}`);
    if (outcome.notes) progress(outcome.notes);
    if (findings.length > 0) fail(context, findings);
  } catch (error) {
    print(`${id} ${backend} failed="${(error as Error).message.split('\n')[0]}" time=${seconds(elapsed())}`);
    fail(context, [String((error as Error).stack)]);
  }
  // A server that ended with an uncaught error says so here.
  await context.close().catch((error) => {
    print(`${id} ${backend} failed="${(error as Error).message.split('\n')[0]}" at its end`);
    fail(context, [String((error as Error).stack)]);
  });
  open = undefined;
}

function fail({ instances }: OpenContext, details: string[]): void {
  process.exitCode = 1;
  for (const detail of details) print(`    ${detail}`);
  for (const { name, log } of instances) {
    const errors = log.filter((line) => /^\{"level":[56]0,/.test(line)).slice(-10);
    print(`--- ${name}, its last errors\n${errors.join('\n')}`);
    print(`--- ${name}, its last lines\n${log.slice(-40).join('\n')}`);
  }
}
