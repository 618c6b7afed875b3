/** Tells a database that is away from a query that is wrong. */

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
]);

/** PostgreSQL classes 08 (connection), 53 (resources) and 57P (shutting down, starting up), and the drivers' own words. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (connectionCodes.has(code) || /^(08|53|57P)/.test(code))) return true;
  if (/Connection terminated|timeout exceeded when trying to connect|not connected yet/.test(error.message))
    return true;
  return error.cause !== undefined && error.cause !== error && isUnavailable(error.cause);
}

export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '23505' || code === 'P2002';
}
