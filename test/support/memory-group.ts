/** Limits the memory of a server under test, as a small machine does, by a control group of Linux. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MemoryGroup {
  /** A command to put before another one, which then runs in the group. */
  enter: string[];
  pids(): number[];
  /** Bytes that the kernel cannot drop: of processes, and shared between them. Without the cache of files. */
  used(): number;
  /** How many processes the kernel has killed for want of memory. */
  kills(): number;
  /** Only once its processes have ended. */
  remove(): void;
}

const version1 = '/sys/fs/cgroup/memory';
const version2 = '/sys/fs/cgroup';

/** Needs root. Returns null where the kernel has no such groups, or does not let us make one. */
export function makeMemoryGroup(name: string, bytes: number): MemoryGroup | null {
  const isOld = existsSync(join(version1, 'memory.limit_in_bytes'));
  const folder = join(isOld ? version1 : version2, name);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const field = (file: string, key: string) => Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(read(file))?.[1] ?? 0);
  try {
    mkdirSync(folder);
    const limits = isOld
      ? { 'memory.limit_in_bytes': bytes, 'memory.memsw.limit_in_bytes': bytes }
      : { 'memory.max': bytes, 'memory.swap.max': 0 };
    for (const [file, value] of Object.entries(limits))
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(value));
    if (Number(read(isOld ? 'memory.limit_in_bytes' : 'memory.max')) !== bytes) throw new Error('no limit');
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return {
    enter: ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs; exec "$0" "$@"`],
    pids: () => read('cgroup.procs').split('\n').filter(Boolean).map(Number),
    used: () =>
      isOld
        ? field('memory.stat', 'rss') + field('memory.stat', 'shmem') + kernelBytes()
        : field('memory.stat', 'anon') + field('memory.stat', 'shmem') + field('memory.stat', 'kernel'),
    kills: () => field(isOld ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    remove: () => rmdirSync(folder),
  };

  function kernelBytes(): number {
    return existsSync(join(folder, 'memory.kmem.usage_in_bytes')) ? Number(read('memory.kmem.usage_in_bytes')) : 0;
  }
}
