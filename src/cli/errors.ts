/** Defines the errors with which a command ends. */

/** The arguments do not match the command's usage; exit code 2. */
export class UsageError extends Error {}

/** The command failed, wholly or in part; exit code 1. --json still prints `answer`. */
export class CommandFailure extends Error {
  readonly answer: unknown;

  constructor(message: string, answer?: unknown) {
    super(message);
    this.answer = answer;
  }
}
