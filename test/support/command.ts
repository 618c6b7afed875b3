/** Runs commands of the operator in this process, which is faster than `cli`, on the database of the test. */
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { attach, detach } from '../../src/db/client.ts';
import type { CliResult } from './cli.ts';

/** One at a time, in a file that uses `useDatabase`. */
export async function command(words: string[], stdin = ''): Promise<CliResult> {
  const printed = { stdout: '', stderr: '' };
  const capture = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += text;
      return true;
    });
  const input = Readable.from([Buffer.from(stdin)]) as typeof process.stdin;
  // The command connects and disconnects for itself.
  const connection = await detach();
  const spies = [capture('stdout'), capture('stderr'), vi.spyOn(process, 'stdin', 'get').mockReturnValue(input)];
  try {
    return { code: await runCommand(words), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    if (connection) attach(connection);
  }
}

/** Returns what --json prints; fails with the command's error. */
export async function commandJson<T>(words: string[], stdin = ''): Promise<T> {
  const { code, stdout, stderr } = await command([...words, '--json'], stdin);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
