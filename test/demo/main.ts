/** `npm run demo`: shows two servers that federate, with the time of each step. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';
import { chooseRecipes } from './recipes.ts';
import { tellStory } from './scenario.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(2).padStart(6)} s`;

/** What a reader accepts, on an idle machine. */
const timeouts = { deliveryTimeoutMs: 2_000, firstFetchTimeoutMs: 10_000 };

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
  try {
    const detail = await run();
    print(`✓ ${seconds(began)}  ${name}${typeof detail === 'string' ? `: ${detail}` : ''}`);
  } catch (error) {
    print(`✗ ${seconds(began)}  ${name}`);
    throw error;
  }
}

try {
  await step('alpha and beta start, each with its own PostgreSQL', async () => {
    instances.push(...(await Promise.all(['alpha', 'beta'].map((name) => network.start({ name })))));
    return instances.map(({ name, origin }) => `${name} is ${origin}`).join(', ');
  });
  await tellStory(instances[0]!, instances[1]!, chooseRecipes(folder), timeouts, step);
  await step('both stop', close);
} catch (error) {
  print(`\n${(error as Error).message}\n`);
  for (const { name, log } of instances) print(`--- ${name}, its last lines\n${log.slice(-25).join('\n')}\n`);
  await close();
  process.exitCode = 1;
}
