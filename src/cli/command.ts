/** Defines what a command is, and the error with which it fails. */

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
