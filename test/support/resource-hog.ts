/** A program that uses up the resource that its argument names. */
import { readFileSync, readSync, writeSync } from 'node:fs';

const [kind] = process.argv.slice(2);
const kept: unknown[] = [];
/** 0.5 GB of native memory: more than the limit, and not so much that the machine suffers without one. */
const rounds = 32;

if (kind === 'environment') process.stdout.write(Object.keys(process.env).join(' '));
else if (kind === 'score') process.stdout.write(readFileSync('/proc/self/oom_score_adj', 'utf8'));
else if (kind === 'killed') process.kill(process.pid, 'SIGKILL');
else if (kind === 'echo') echo();
else if (kind === 'error') throw new Error('no');
else for (let round = 0; kind === 'time' || round < rounds; round += 1) allocate();

function echo(): void {
  const text = Buffer.alloc(10);
  for (let read = readSync(0, text); String(text.subarray(0, read)) !== 'end'; read = readSync(0, text))
    writeSync(1, text, 0, read);
}

function allocate(): void {
  if (kind === 'heap') kept.push(Array.from({ length: 50_000 }, () => ({})));
  if (kind === 'native') kept.push(Buffer.alloc(2 ** 24, 1));
}
