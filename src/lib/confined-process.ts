/** Runs a program that reads untrusted input in a process of its own, with limits on time, memory and output. */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { mallocSettings, oomScoreFile, oomScores, releaseBytes } from './memory.ts';

interface Confinement {
  timeoutMs: number;
  /** `ulimit` enforces these two even if this process dies. */
  processorSeconds: number;
  /** Node reserves 0.6 GB of these and never uses them. */
  memoryKilobytes: number;
  /** Of JavaScript objects. */
  heapMegabytes: number;
  maxOutputBytes: number;
  /** Lets processes go first for which somebody waits: 0, the default, to 19. */
  niceness?: number | undefined;
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

/** Returns what the program writes to stdout. It gets no environment of the server. Throws ConfinedFailure. */
export async function runConfined(
  program: string,
  parameters: string[],
  input: Uint8Array,
  limits: Confinement,
): Promise<Buffer> {
  const confined = new ConfinedProcess(program, parameters, limits);
  try {
    return await confined.run(input);
  } finally {
    confined.end();
  }
}

/** Returns the length of an answer in bytes, or null while too little of it has arrived. */
type LengthOf = (output: Buffer) => number | null;

/**
 * A program that is loaded before it is needed, and may answer several requests. It gets no environment of the server.
 * The caller must end it.
 */
export class ConfinedProcess {
  readonly #program: string;
  readonly #limits: Confinement;
  readonly #child: ReturnType<typeof spawnConfined>;
  readonly #output: AsyncIterator<Buffer>;
  readonly #ended: Promise<[code: number | null, signal: string | null]>;

  constructor(program: string, parameters: string[], limits: Confinement) {
    this.#program = program;
    this.#limits = limits;
    this.#child = spawnConfined(program, parameters, limits, ['pipe', 'pipe', 'ignore']);
    this.#output = (this.#child.stdout! as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#ended = once(this.#child, 'exit') as Promise<[number | null, string | null]>;
    // Not awaited if the output fails first, such as that of a process that could not be started.
    this.#ended.catch(() => {});
    // A process that died early does not read all input. Its exit code gives the reason.
    this.#child.stdin!.on('error', () => {});
  }

  /** Sends a request, and reads as many bytes as the answer says it has. Throws ConfinedFailure. */
  ask(request: AsyncIterable<Uint8Array>, lengthOf: LengthOf): Promise<Buffer> {
    return this.#inTime(async () => {
      const [answer] = await Promise.all([this.#read(lengthOf), this.#write(request)]);
      return answer;
    });
  }

  /** Sends all of its input, and reads until its end. Throws ConfinedFailure. */
  run(input: Uint8Array): Promise<Buffer> {
    return this.#inTime(async () => {
      this.#child.stdin!.end(input);
      return this.#read(null);
    });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #inTime(work: () => Promise<Buffer>): Promise<Buffer> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.end();
    }, this.#limits.timeoutMs);
    try {
      return await work();
    } catch (error) {
      throw isLate && error instanceof ConfinedFailure ? new ConfinedFailure(this.#program, 'time', error.end) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(request: AsyncIterable<Uint8Array>): Promise<void> {
    const { stdin } = this.#child;
    for await (const part of request) {
      if (!stdin!.writable) return;
      if (!stdin!.write(part)) await Promise.race([once(stdin!, 'drain'), this.#ended]);
    }
  }

  /** Without a length, until the end of the process. */
  async #read(lengthOf: LengthOf | null): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    for (let length: number | null = null; length === null || size < length; ) {
      const { value: part, done } = await this.#output.next();
      if (done) {
        const [code, signal] = await this.#ended;
        if (lengthOf || code !== 0) throw new ConfinedFailure(this.#program, reasonOf(code, signal), code ?? signal);
        break;
      }
      parts.push(part);
      size += part.length;
      if (size > this.#limits.maxOutputBytes) throw new ConfinedFailure(this.#program, 'output', null);
      length ??= lengthOf?.(parts.length === 1 ? part : Buffer.concat(parts)) ?? null;
      if (length !== null && size > length) throw new ConfinedFailure(this.#program, 'output', null);
    }
    const output = Buffer.concat(parts, size);
    for (const part of parts) releaseBytes(part);
    return output;
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
    niceness,
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
  if (niceness) yieldToOthers(child.pid, niceness);
  return child;
}

function yieldToOthers(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
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
