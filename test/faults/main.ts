/** `npm run faults [WORD …]`: injects faults while clients publish and prints what was lost. Words select trials. */
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { Broken, type Trial } from './trial.ts';
import { trials } from './trials.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const words = process.argv.slice(2);
let network = openNetwork();
process.once('SIGINT', () => void network.close().then(() => process.exit(130)));

const chosen = trials.filter(({ name }) => words.every((word) => name.includes(word)));
for (const trial of chosen) await attempt(trial);

async function attempt({ name, run }: Trial): Promise<void> {
  network = openNetwork();
  const instances: Instance[] = [];
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`;
  const start: typeof network.start = async (options) => {
    const instance = await network.start(options);
    instances.push(instance);
    return instance;
  };

  try {
    const found = await run(start);
    print(found === null ? `- skipped  ${name}` : `✓ ${seconds()}  ${name}\n    ${found}`);
  } catch (error) {
    process.exitCode = 1;
    print(`✗ ${seconds()}  ${name}\n    ${(error as Error).message}`);
    if (!(error instanceof Broken)) print(`    ${(error as Error).stack}`);
    for (const instance of instances)
      print(`--- ${instance.name}, its last lines\n${instance.log.slice(-40).join('\n')}`);
  }
  await network.close();
}
