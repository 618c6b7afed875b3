/** Defines what a command is, and the error with which it fails. */
import { explain } from '../lib/errors.ts';

/** Prints a line of progress or output; does nothing with --json. */
export type Print = (line: string) => void;

/**
 * Receives the arguments of the command, then its options. Resolves to the value that --json prints. Throws
 * commander's InvalidArgumentError for wrong usage.
 */
export type CommandHandler = (print: Print, ...given: never[]) => Promise<unknown>;

export const print: Print = (line) => void process.stdout.write(`${line}\n`);

/** The command failed, wholly or in part; exit code 1. --json still prints `answer`. */
export class CommandFailure extends Error {
  readonly answer: unknown;

  constructor(message: string, answer?: unknown) {
    super(message);
    this.answer = answer;
  }
}

const fileErrors: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'is not open to this user: change its rights, or run the command as another user',
  EPERM: 'is not open to this user: change its rights, or run the command as another user',
  EISDIR: 'is a folder, and a file is needed',
  ENOTDIR: 'is below a file, and not below a folder',
  EEXIST: 'exists already: choose another name',
  EROFS: 'is on a disk that is mounted read-only',
  ENOSPC: 'cannot be written: its disk is full',
  EDQUOT: 'cannot be written: the quota of this user is used up',
};

/** Returns the reason as one line, in plain words if it is about a file that a command was given. */
export function explainFailure(error: unknown): string {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof path === 'string' && Object.hasOwn(fileErrors, code) ? `${path} ${fileErrors[code]}` : explain(error);
}
