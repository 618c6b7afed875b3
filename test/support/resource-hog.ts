/** A program that uses up the resource that its argument names. */
import { readFileSync, readSync } from 'node:fs';

const [kind] = process.argv.slice(2);
const kept: unknown[] = [];
/** 0.5 GB of native memory: more than the limit, and not so much that the machine suffers without one. */
const rounds = 32;

if (kind === 'environment') process.stdout.write(Object.keys(process.env).join(' '));
else if (kind === 'score') process.stdout.write(readFileSync('/proc/self/oom_score_adj', 'utf8'));
else if (kind === 'killed') process.kill(process.pid, 'SIGKILL');
else if (kind === 'turn') process.stdout.write(readSync(3, Buffer.alloc(1)) === 1 ? 'began' : 'left alone');
else if (kind === 'error') throw new Error('no');
else for (let round = 0; kind === 'time' || round < rounds; round += 1) allocate();

function allocate(): void {
  if (kind === 'heap') kept.push(Array.from({ length: 50_000 }, () => ({})));
  if (kind === 'native') kept.push(Buffer.alloc(2 ** 24, 1));
}
