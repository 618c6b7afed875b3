/** Defines the commands of the command line, their options, and the errors with which they end. */
import type { parseArgs } from 'node:util';

// Defines the errors with which a command ends

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

// Defines the type of a CLI command and the options that commands accept

export const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  display: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  admin: { type: 'boolean' },
  account: { type: 'string' },
  scope: { type: 'string' },
  resend: { type: 'boolean' },
  severity: { type: 'string' },
  'reject-media': { type: 'boolean' },
  'reject-reports': { type: 'boolean' },
  comment: { type: 'string' },
  items: { type: 'string' },
  pictures: { type: 'string' },
  'followed-too': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

export type OptionName = keyof typeof options;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

export interface Invocation {
  args: string[];
  options: Options;
  /** Prints a line of progress or output; does nothing with --json. */
  print(line: string): void;
}

/** Resolves to the value that --json prints. */
export type CommandHandler = (invocation: Invocation) => Promise<unknown>;

export interface CommandEntry {
  usage: string;
  description: string;
  /** The number of positional arguments. */
  args: [min: number, max: number];
  options: OptionName[];
  load(): Promise<CommandHandler>;
}
