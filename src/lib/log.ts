/** Writes structured logs, one JSON object per line. Redacts secrets, bounds repeats, and names the request. */
import pino from 'pino';
import { config } from './config.ts';
import { currentRequest } from './operation.ts';

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

// Bounds repeated lines: a fault that fills the log with its consequences hides its cause, and may fill the disk

const usualRepeats = 30;
const windowMs = 60_000;
/** Messages are constants, so there are few. */
const maxKinds = 1_000;

let maxRepeats = usualRepeats;

/** Of each kind of line in a minute. Null is the usual number. */
export function limitRepeats(max: number | null): void {
  maxRepeats = max ?? usualRepeats;
}

/**
 * Decides about each line of a kind. Returns how many before it were left out, or null to leave it out, too. `now` is
 * in milliseconds.
 */
export function boundRepeats(maxOf = () => maxRepeats): (kind: string, now?: number) => number | null {
  const kinds = new Map<string, { since: number; written: number; omitted: number }>();
  return (kind, now = performance.now()) => {
    const known = kinds.get(kind);
    if (known && now - known.since < windowMs) {
      if (known.written >= maxOf()) {
        known.omitted += 1;
        return null;
      }
      known.written += 1;
      return 0;
    }
    if (kinds.size >= maxKinds) kinds.clear();
    kinds.set(kind, { since: now, written: 1, omitted: 0 });
    return known?.omitted ?? 0;
  };
}

const omittedBefore = boundRepeats();
/** The access log is complete, and the lines of a full disk bound themselves, by its folder. */
const unbounded = /^(?:request$|the disk )/;

/** The message, and the status of a refused request. */
function kindOf([first, second]: readonly unknown[]): string | null {
  if (typeof first === 'string') return first;
  if (unbounded.test(String(second))) return null;
  const { status } = first as { status?: unknown };
  return `${second} ${status ?? ''}`;
}

export const log = pino({
  level: config.logLevel,
  formatters: { log: (line) => redact(line) as Record<string, unknown> },
  // `redact` serialises errors.
  serializers: { err: (error) => error },
  mixin: () => {
    const request = currentRequest();
    return request ? { request: request.id } : {};
  },
  hooks: {
    logMethod(inputs, method) {
      const kind = kindOf(inputs);
      const omitted = kind === null ? 0 : omittedBefore(kind);
      if (omitted === null) return;
      const [first, ...rest] = inputs.map((input) => (typeof input === 'string' ? redact(input) : input));
      const line = omitted === 0 ? [first] : typeof first === 'object' ? [{ ...first, omitted }] : [{ omitted }, first];
      method.apply(this, [...line, ...rest] as typeof inputs);
    },
  },
});
