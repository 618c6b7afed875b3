/** Classifies errors of the database. */

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
]);

/** Of `pg`, whose errors have no code. */
const driverMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|not connected yet|not queryable/;

/**
 * Covers PostgreSQL error classes 08 (connection), 53 (resources) and 57P (shutdown, start-up), deadlocks, which a read can
 * meet while a migration runs, and driver errors.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (connectionCodes.has(code) || /^(08|53|57P)/.test(code))) return true;
  if (isDeadlock(error) || driverMessages.test(error.message)) return true;
  return error.cause !== undefined && error.cause !== error && isUnavailable(error.cause);
}

export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '23505' || code === 'P2002';
}

/** A row that the statement refers to was deleted at the same time. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '23503';
