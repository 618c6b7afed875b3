/** How memory is divided between the processes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memorySettings } from '../../src/db/embedded/cluster.ts';
import { memoryLimit, memoryPlan, releaseBytes } from '../../src/lib/memory.ts';

const gibi = 2 ** 30;

test('the limit of a container counts if it is less than the memory of the machine', () => {
  expect(memoryLimit(gibi, 8 * gibi)).toBe(gibi);
  expect(memoryLimit(16 * gibi, 8 * gibi)).toBe(8 * gibi);
  expect(memoryLimit(0, 8 * gibi)).toBe(8 * gibi);
});

test.each([
  ['half a GiB', 0.5, 8, 1],
  ['a GiB', 1, 8, 1],
  ['1.5 GiB', 1.5, 8, 1],
  ['2 GiB', 2, 8, 2],
  ['4 GiB and two processors', 4, 2, 2],
  ['24 GiB and many processors', 24, 64, 8],
])('in %s, so many pictures are decoded at a time', (_, memory, processors, pictures) => {
  expect(memoryPlan(memory * gibi, processors).pictures).toBe(pictures);
});

test('bytes are given back, but not a part of a buffer whose rest somebody else reads', () => {
  const whole = new Uint8Array(1_000);
  releaseBytes(whole);
  expect(whole.length).toBe(0);

  const shared = new Uint8Array(1_000).fill(7);
  releaseBytes(shared.subarray(0, 900));
  releaseBytes(shared.subarray(900));
  expect([shared.length, shared.at(-1)]).toEqual([1_000, 7]);
});

test('less memory never means more connections or larger buffers', () => {
  const plans = [0.5, 1, 2].map((memory) => memoryPlan(memory * gibi, 2));
  const rising = (values: number[]) => expect(values).toEqual(values.toSorted((one, other) => one - other));
  rising(plans.map(({ connections }) => connections.web + connections.worker + connections.queues));
  rising(plans.map(({ pictureMegabytes }) => pictureMegabytes));
  rising(plans.map(({ cacheMegabytes }) => cacheMegabytes));
  rising(plans.map(({ postgres }) => Number.parseInt(postgres.shared_buffers!, 10)));
});

test('settings of the embedded PostgreSQL follow memory unless the operator chose them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cluster = { folder, files: join(folder, 'files'), superuserPassword: '' };
  mkdirSync(cluster.files);
  const configure = (file: string, text: string) => writeFileSync(join(cluster.files, file), text);
  const plan = memoryPlan(gibi).postgres;

  configure('postgresql.conf', `shared_buffers = '128MB'\nmax_connections = 200 # few\n#io_workers = 3\n`);
  expect(memorySettings(cluster, plan)).toEqual(plan);
  configure('postgresql.conf', 'shared_buffers = 128MB\nshared_buffers = 300MB\nmax_connections=50\n');
  const { shared_buffers, max_connections, ...others } = plan;
  expect(memorySettings(cluster, plan)).toEqual(others);
  configure('postgresql.conf', '');
  configure('postgresql.auto.conf', `shared_buffers = '64MB'\n`);
  expect(memorySettings(cluster, plan)).toEqual({ ...others, max_connections });
});
