/** How a command ends when it does not end well. */

/** The line was not written as the command's usage says: exit 2. */
export class WrongUsage extends Error {}

/** It did not work, or not all of it: exit 1. `answer` is what --json prints all the same. */
export class Failure extends Error {
  readonly answer: unknown;

  constructor(message: string, answer?: unknown) {
    super(message);
    this.answer = answer;
  }
}
