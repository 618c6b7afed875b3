/** Writes structured logs, one JSON object per line, and redacts secrets. */
import pino from 'pino';
import { config } from './config.ts';

const redacted = '[redacted]';
const secretName = /authorization|cookie|password|secret|token|private_?key/i;
/** Tokens and sessions of this instance, and any bearer token. */
const secretText = /\bp[a-z]{1,5}_[\w-]{43}|(?<=\bbearer )[\w.~+/-]{1,4096}/gi;
const maxDepth = 8;

function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(secretText, redacted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === maxDepth) return redacted;
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  const named = Object.entries(value instanceof Error ? pino.stdSerializers.err(value) : value);
  return Object.fromEntries(
    named.map(([name, each]) => [name, secretName.test(name) ? redacted : redact(each, depth + 1)]),
  );
}

export const log = pino({
  level: config.logLevel,
  formatters: { log: (line) => redact(line) as Record<string, unknown> },
  // `redact` serialises errors.
  serializers: { err: (error) => error },
  hooks: {
    logMethod(inputs, method) {
      method.apply(this, inputs.map((input) => (typeof input === 'string' ? redact(input) : input)) as typeof inputs);
    },
  },
});
