/** What a command is, and the options that commands may take. */
import type { parseArgs } from 'node:util';

export const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  display: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  admin: { type: 'boolean' },
  account: { type: 'string' },
  scope: { type: 'string' },
  resend: { type: 'boolean' },
} as const;

export type OptionName = keyof typeof options;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

export interface Call {
  args: string[];
  options: Options;
  /** Prints a line for people at once; silent with --json. */
  say(line: string): void;
}

/** Resolves to what --json prints. */
export type Run = (call: Call) => Promise<unknown>;

export interface CommandEntry {
  usage: string;
  does: string;
  /** How many arguments at least and at most. */
  args: [fewest: number, most: number];
  takes: OptionName[];
  load(): Promise<{ run: Run }>;
}
