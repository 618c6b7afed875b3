/** Runs a program to its end. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns what it prints. Rejects with the end of its output if it fails. */
export async function run(program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 });
    return stdout.trim();
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message.split('\n', 1)[0]}\n${`${stdout}\n${stderr}`.slice(-4_000)}`);
  }
}
