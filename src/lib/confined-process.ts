/** Runs a program that reads untrusted input in a process of its own, with limits on time, memory and output. */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Confinement {
  timeoutMs: number;
  /** `ulimit` enforces these two even if this process dies. */
  processorSeconds: number;
  /** Node reserves 0.6 GB of these and never uses them. */
  memoryKilobytes: number;
  /** Of JavaScript objects. */
  heapMegabytes: number;
  maxOutputBytes: number;
}

/** The program was killed, or failed. */
export class ConfinedFailure extends Error {
  override readonly name = 'ConfinedFailure';
  readonly reason: 'time' | 'memory' | 'output' | 'error';

  constructor(program: string, reason: ConfinedFailure['reason'], end: string | number | null) {
    super(`${program} ended with ${end} (${reason})`);
    this.reason = reason;
  }
}

/**
 * Returns what the program writes to stdout. It gets no environment of the server. Throws ConfinedFailure.
 * @param program its path
 */
export async function runConfined(
  program: string,
  parameters: string[],
  input: Uint8Array,
  limits: Confinement,
): Promise<Buffer> {
  const { timeoutMs, maxOutputBytes } = limits;
  const child = spawnConfined(program, parameters, limits, ['pipe', 'pipe', 'ignore']);
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
    child.stdin!.on('error', () => {});
    child.stdin!.end(input);
    const output = await collect(child.stdout!, maxOutputBytes);
    if (!output) throw new ConfinedFailure(program, 'output', null);
    const [code, signal] = await ended;
    if (code !== 0)
      throw new ConfinedFailure(program, isLate ? 'time' : reasonOf(code, signal), code ?? signal);
    return output;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/**
 * Yields what the program writes to stdout, and lets it wait meanwhile. It gets the open file as its descriptor 3. Nothing
 * but its processor time or the signal ends it. Throws ConfinedFailure at the end of a program that failed.
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
  { processorSeconds, memoryKilobytes, heapMegabytes }: Omit<Confinement, 'timeoutMs' | 'maxOutputBytes'>,
  stdio: StdioOptions,
) {
  const confined = `ulimit -t ${processorSeconds}; ulimit -d ${memoryKilobytes}; exec "$0" "$@"`;
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  return spawn('/bin/sh', ['-c', confined, ...node, ...parameters], { stdio, env: {} });
}

/** V8 aborts when its heap is full. The kernel kills at the limit of processor time. */
function reasonOf(code: number | null, signal: string | null): ConfinedFailure['reason'] {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return 'time';
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
  return Buffer.concat(parts, size);
}
