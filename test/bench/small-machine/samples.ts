/** Samples the memory of a server's processes twice a second, by what each of them is. */
import { readdirSync, readFileSync } from 'node:fs';
import { readPss } from '../memory.ts';

export const kinds = ['web', 'worker', 'pictures', 'reader', 'PostgreSQL'] as const;
export type Kind = (typeof kinds)[number];

export interface Sample {
  seconds: number;
  /** Of all processes, in MiB. Of the group if there is one, else the sum of the proportional set sizes. */
  used: number;
  pss: Record<Kind, number>;
}

export interface Sampler {
  samples: Sample[];
  stop(): void;
}

const intervalMs = 500;

/** @param pids of the server's processes at this moment */
export function startSampler(pids: () => number[], used: (() => number) | null): Sampler {
  const began = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    const pss: Record<Kind, number> = { web: 0, worker: 0, pictures: 0, reader: 0, PostgreSQL: 0 };
    for (const pid of pids()) {
      const kind = kindOf(pid);
      if (kind) pss[kind] += readPss(pid) ?? 0;
    }
    const sum = Object.values(pss).reduce((one, other) => one + other, 0);
    const seconds = (performance.now() - began) / 1_000;
    samples.push({ seconds, used: used ? used() / 2 ** 20 : sum, pss });
  }, intervalMs);
  return { samples, stop: () => clearInterval(timer) };
}

export function kindOf(pid: number): Kind | null {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  if (command.includes('keep-running')) return null;
  if (command.includes('workers/imaging')) return 'pictures';
  if (command.includes('workers/import-reader')) return 'reader';
  if (command.includes('workers/main')) return 'worker';
  if (command.includes('dist/main.js')) return 'web';
  return command.includes('postgres') ? 'PostgreSQL' : null;
}

/** The process and its descendants. */
export function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const stat = read(`/proc/${name}/stat`);
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
    }
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const bars = '▁▂▃▄▅▆▇█';

/** The largest value of each of `width` equal spans of time, from nothing to `top`. */
export function curve(samples: Sample[], measure: (sample: Sample) => number, top: number, width = 72): string {
  const end = samples.at(-1)?.seconds ?? 0;
  const highest = new Array<number>(width).fill(0);
  for (const sample of samples) {
    const at = Math.min(width - 1, Math.floor((sample.seconds / end) * width));
    highest[at] = Math.max(highest[at]!, measure(sample));
  }
  return highest.map((value) => bars[Math.min(7, Math.floor((value / top) * 8))]).join('');
}
