/** Structured logs, one JSON object a line, with what is secret struck out. */
import pino from 'pino';
import { config } from './config.ts';

const censor = '[struck out]';
const secretName = /authorization|cookie|password|secret|token|private_?key/i;
/** Tokens and sessions of ours, wherever they stand, and whatever else is sent as a bearer token. */
const secretText = /\bp[a-z]{1,5}_[\w-]{43}|(?<=\bbearer )[\w.~+/-]{1,4096}/gi;
const deepest = 8;

function strike(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(secretText, censor);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === deepest) return censor;
  if (Array.isArray(value)) return value.map((each) => strike(each, depth + 1));
  const named = Object.entries(value instanceof Error ? pino.stdSerializers.err(value) : value);
  return Object.fromEntries(
    named.map(([name, each]) => [name, secretName.test(name) ? censor : strike(each, depth + 1)]),
  );
}

export const log = pino({
  level: config.logLevel,
  formatters: { log: (line) => strike(line) as Record<string, unknown> },
  // Errors are read above.
  serializers: { err: (error) => error },
  hooks: {
    logMethod(inputs, method) {
      method.apply(
        this,
        inputs.map((input) => (typeof input === 'string' ? strike(input) : input)) as typeof inputs,
      );
    },
  },
});
