/** The command line as an operator runs it: a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const entry = join(import.meta.dirname, '../../src/cli.ts');

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Circumstances {
  stdin?: string;
  env?: Record<string, string>;
}

export async function cli(args: string[], { stdin = '', env = {} }: Circumstances = {}): Promise<Ran> {
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, ...env } });
  const closed = once(child, 'close');
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: child.exitCode, stdout, stderr };
}

/** What --json prints; fails with what the command complained of. */
export async function cliJson<T>(args: string[], circumstances: Circumstances = {}): Promise<T> {
  const { code, stdout, stderr } = await cli([...args, '--json'], circumstances);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
