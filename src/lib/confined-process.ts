/** Runs a program that reads untrusted input in a process of its own, with limits on time, memory and output. */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { mallocSettings, oomScoreFile, oomScores, releaseBytes } from './memory.ts';

export interface Confinement {
  timeoutMs: number;
  /** `ulimit` enforces these two even if this process dies. */
  processorSeconds: number;
  /** Node reserves 0.6 GB of these and never uses them. */
  memoryKilobytes: number;
  /** Of JavaScript objects. */
  heapMegabytes: number;
  maxOutputBytes: number;
  /** Lets processes go first for which somebody waits. */
  isBackground?: boolean;
  /** Instead of those of other processes. */
  mallocSettings?: Record<string, string>;
}

/** The program was killed, or failed. */
export class ConfinedFailure extends Error {
  override readonly name = 'ConfinedFailure';
  /** `killed`: by somebody else, which is the kernel when memory runs out. */
  readonly reason: 'time' | 'memory' | 'output' | 'error' | 'killed';
  /** The exit code or the signal. */
  readonly end: string | number | null;

  constructor(program: string, reason: ConfinedFailure['reason'], end: string | number | null) {
    const why = reason === 'killed' ? 'killed, most likely for want of memory' : reason;
    super(`${program} ended with ${end} (${why})`);
    this.reason = reason;
    this.end = end;
  }
}

/** The arguments are the limits and the command. */
const confine = [
  `echo ${oomScores.confined} > ${oomScoreFile}`,
  // The kernel asks the process to end with SIGXCPU, and kills one that does not listen a little later.
  'ulimit -S -t "$0"; ulimit -H -t $(($0 + 5)); ulimit -d "$1"; shift; exec "$@"',
].join('; ');
const backgroundPriority = 10;

/**
 * Returns what the program writes to stdout. It gets no environment of the server. Throws ConfinedFailure.
 * @param program its path
 * @param input what it reads from stdin: bytes, or an open file from its beginning
 * @param turn the program is loaded before it, and waits at its descriptor 3 until there is a byte
 */
export async function runConfined(
  program: string,
  parameters: string[],
  input: Uint8Array | { fd: number },
  limits: Confinement,
  turn?: Promise<void>,
): Promise<Buffer> {
  const { timeoutMs, maxOutputBytes } = limits;
  const stdin = 'fd' in input ? input.fd : 'pipe';
  const child = spawnConfined(program, parameters, limits, [
    stdin,
    'pipe',
    'ignore',
    ...(turn ? ['pipe' as const] : []),
  ]);
  const ended = once(child, 'exit');
  // Not awaited if the output fails first, such as that of a process that could not be started.
  ended.catch(() => {});
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeoutMs);

  try {
    // A process that died early does not read all input. Its exit code gives the reason.
    if (!('fd' in input)) child.stdin!.on('error', () => {}).end(input);
    const start = child.stdio[3] as Writable | undefined;
    start?.on('error', () => {});
    void turn?.then(() => start!.end('\n'));
    const output = await collect(child.stdout!, maxOutputBytes);
    if (!output) throw new ConfinedFailure(program, 'output', null);
    const [code, signal] = await ended;
    if (code !== 0) throw new ConfinedFailure(program, isLate ? 'time' : reasonOf(code, signal), code ?? signal);
    return output;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/**
 * Yields what the program writes to stdout, and lets it wait meanwhile. It gets the open file as its descriptor 3.
 * Nothing but its processor time or the signal ends it. Throws ConfinedFailure at the end of a program that failed.
 */
export async function* streamConfined(
  program: string,
  parameters: string[],
  { fd }: { fd: number },
  limits: Omit<Confinement, 'timeoutMs' | 'maxOutputBytes'>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const child = spawnConfined(program, parameters, limits, ['ignore', 'pipe', 'ignore', fd]);
  const stop = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const ended = once(child, 'exit');
  // Not awaited if the output fails first.
  ended.catch(() => {});
  try {
    yield* child.stdout! as AsyncIterable<Buffer>;
    const [code, killed] = await ended;
    if (code !== 0) throw new ConfinedFailure(program, reasonOf(code, killed), code ?? killed);
  } finally {
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

function spawnConfined(
  program: string,
  parameters: string[],
  {
    processorSeconds,
    memoryKilobytes,
    heapMegabytes,
    isBackground,
    mallocSettings: env = mallocSettings,
  }: Omit<Confinement, 'timeoutMs' | 'maxOutputBytes'>,
  stdio: StdioOptions,
) {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    // Without these two, a reader of a large import keeps 50 MB of garbage.
    '--max-semi-space-size=4',
    '--heap-growing-percent=20',
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  const limits = [String(processorSeconds), String(memoryKilobytes)];
  const child = spawn('/bin/sh', ['-c', confine, ...limits, ...node, ...parameters], {
    stdio,
    env,
  });
  if (isBackground) yieldToOthers(child.pid);
  return child;
}

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, backgroundPriority);
  } catch {
    // It has ended already.
  }
}

/** V8 aborts when its heap is full. */
function reasonOf(code: number | null, signal: string | null): ConfinedFailure['reason'] {
  if (signal === 'SIGXCPU') return 'time';
  if (signal === 'SIGKILL') return 'killed';
  return code === null ? 'memory' : 'error';
}

async function collect(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > maxBytes) return null;
    parts.push(part);
  }
  const output = Buffer.concat(parts, size);
  for (const part of parts) releaseBytes(part);
  return output;
}
