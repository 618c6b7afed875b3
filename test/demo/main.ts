/** `npm run demo`: shows two servers on which people cook together, with the time of each step. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { builtInRecipes } from './recipes.ts';
import { tellStory } from './scenario.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(2).padStart(6)} s`;

/** So long that only something broken reaches it, also on a slow and busy machine. */
const stepTimeoutMs = 10 * 60_000;
const timeouts = { deliveryTimeoutMs: stepTimeoutMs, firstFetchTimeoutMs: stepTimeoutMs };
/** After this, a step says that it goes on. */
const slowMs = 15_000;
const logFile = join(tmpdir(), 'potluck-demo.log');

const network = openNetwork();
const folder = mkdtempSync(join(tmpdir(), 'potluck-demo-'));
const instances: Instance[] = [];
process.once('SIGINT', () => void close().then(() => process.exit(130)));

async function close(): Promise<void> {
  await network.close();
  rmSync(folder, { recursive: true, force: true });
}

async function step(name: string, run: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const hint = setTimeout(
    () => print(`  ${seconds(began)}  still working on it: this machine is slow or busy`),
    slowMs,
  );
  try {
    const detail = await run();
    print(`✓ ${seconds(began)}  ${name}${typeof detail === 'string' ? `: ${detail}` : ''}`);
  } catch (error) {
    print(`✗ ${seconds(began)}  ${name}`);
    throw error;
  } finally {
    clearTimeout(hint);
  }
}

try {
  await step('two servers start, alpha and beta, each with its own database', async () => {
    instances.push(...(await Promise.all(['alpha', 'beta'].map((name) => network.start({ name })))));
    return instances.map(({ name, origin }) => `${name} is ${origin}`).join(', ');
  });
  await tellStory(instances[0]!, instances[1]!, builtInRecipes(folder), timeouts, step);
  await step('both stop', close);
} catch (error) {
  const logs = instances.map(({ name, log }) => `--- ${name}, its last lines\n${log.slice(-25).join('\n')}\n`);
  writeFileSync(logFile, `${(error as Error).stack}\n\n${logs.join('\n')}`);
  print(`\nThis step did not work, and the demonstration ends here. Nothing else on this machine has changed.`);
  print(`Run “npm run demo” once more. If it fails again, ${logFile} says why: send it to the developers.\n`);
  await close();
  process.exitCode = 1;
}
