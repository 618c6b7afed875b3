/** How a command ends when it does not end well. */
import { DomainError } from '../lib/errors.ts';

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

/** One line that says why. */
export function explain(error: unknown): string {
  return reason(error)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DomainError) return fieldByField(error);
  // Node tries every address of a name, and says nothing itself when all of them fail.
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0]);
  return error.message || error.name;
}

function fieldByField({ errors }: DomainError): string {
  return Object.entries(errors)
    .flatMap(([field, messages]) =>
      field === 'base' ? messages : messages.map((text) => `${field} ${text}`),
    )
    .join('; ');
}
