/** Runs the CLI as an operator does, as its own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { builtProgram } from './built-server.ts';

const entry = builtProgram('cli');

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  stdin?: string;
  env?: Record<string, string>;
  /** The folder that contains the default DATA_DIR. */
  cwd?: string;
}

export async function cli(args: string[], { stdin = '', env = {}, cwd }: CliOptions = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [entry, ...args], { cwd, env: { ...process.env, ...env } });
  const closed = once(child, 'close');
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: child.exitCode, stdout, stderr };
}

/** Returns what --json prints; fails with the command's error. */
export async function cliJson<T>(args: string[], circumstances: CliOptions = {}): Promise<T> {
  const { code, stdout, stderr } = await cli([...args, '--json'], circumstances);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
