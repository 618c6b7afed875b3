/** Starts a whole server in little memory, and reads how much of it the server uses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterPid } from '../../faults/postmaster.ts';
import { keepRunning } from '../../support/built-server.ts';
import type { Instance } from '../../support/instance.ts';
import { type MemoryGroup, makeMemoryGroup } from '../../support/memory-group.ts';
import { openNetwork } from '../../support/network.ts';
import { onCleanup } from '../cleanup.ts';
import { freePort } from '../context.ts';
import { progress } from '../report.ts';
import { curve, kinds, type Sample, treeOf } from './samples.ts';

export interface SmallServer {
  instance: Instance;
  /** Null without root: then nothing limits the memory. */
  group: MemoryGroup | null;
  /** Of its processes at this moment. */
  pids(): number[];
}

export async function startSmallServer(memory: number): Promise<SmallServer> {
  const group = makeMemoryGroup(`potluck-${process.pid}`, memory * 2 ** 20);
  progress(group ? `${memory} MiB of memory` : 'NO MEMORY GROUP: MEASURED BY THE PROPORTIONAL SET SIZES ONLY');
  const network = openNetwork();
  // The group outlives the server by a moment.
  onCleanup(() => until(() => !group || group.pids().length === 0).then(() => group?.remove()));
  onCleanup(() => network.close());
  const instance = await network.start({
    name: 'small',
    // A server that starts again is found at the same port.
    env: { PORT: String(await freePort()), LOG_LEVEL: 'info' },
    enter: [...(group?.enter ?? []), ...keepRunning],
  });
  const pids = group?.pids ?? (() => [...treeOf(instance.processes.pid), ...treeOf(postmasterPid(instance))]);
  return { instance, group, pids };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 20_000; waited += 50) await sleep(50);
}

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Prints a curve for all processes and for each kind of them. Returns the largest use in MiB. */
export function printMemory(samples: Sample[], memory: number): number {
  const peakOf = (measure: (sample: Sample) => number) => Math.round(Math.max(0, ...samples.map(measure)));
  print(`\nmemory over ${Math.round(samples.at(-1)?.seconds ?? 0)} s, a bar is ${memory / 8} MiB`);
  const lines: [string, (sample: Sample) => number][] = [
    ['all', ({ used }) => used],
    ...kinds.map((kind): [string, (sample: Sample) => number] => [kind, ({ pss }) => pss[kind]]),
  ];
  for (const [name, measure] of lines)
    print(`${name.padEnd(10)} ${curve(samples, measure, memory)} peak ${peakOf(measure)} MiB`);
  return peakOf(({ used }) => used);
}

export function printClaims(claims: [claim: string, holds: boolean][]): boolean {
  for (const [claim, holds] of claims) print(`${holds ? 'met   ' : 'MISSED'}     ${claim}`);
  return claims.every(([, holds]) => holds);
}
