/** Errors of the database, and what they mean. */

/** The database cannot be used. The message names the reason and the remedy in one line. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}

/** Of a socket. Requests to other servers fail with them as well. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);

/** Of Prisma: no connection was free in time, or a transaction took too long. */
const busyPrismaCodes = ['P1008', 'P2024', 'P2028', 'P2037'];
const prismaCodes = new Set(['P1001', 'P1002', 'P1017', ...busyPrismaCodes]);

/** PostgreSQL's socket is missing while PostgreSQL starts. */
const socketFailure = /connect E[A-Z]+ .*\.s\.PGSQL\.\d/;

/** Of `pg`, whose errors have no code, and of our own time limit. */
const busyMessages = /Query read timeout|timeout exceeded when trying to connect|the transaction took too long/;
const driverMessages = /Connection terminated|not connected yet|not queryable/;

/**
 * The connection to PostgreSQL was lost, or none was free in time: classes 08 (connection) and 57P (shutdown, start-up)
 * and errors that only the drivers raise. Errors of sockets are not among them, because other servers cause these too.
 */
export function isConnectionError(error: unknown): boolean {
  return hasCause(
    error,
    ({ message }, code) =>
      /^(08|57P)/.test(code) ||
      prismaCodes.has(code) ||
      [driverMessages, busyMessages, socketFailure].some((texts) => texts.test(message)),
  );
}

/** Trying again later helps. Covers connection errors, those of sockets, and a busy database. */
export function isUnavailable(error: unknown): boolean {
  return isBusy(error) || isConnectionError(error) || hasCause(error, (_, code) => socketCodes.has(code));
}

/**
 * The database works and has no time or memory: no connection was free, a statement took too long, PostgreSQL's error
 * class 53 (resources), or a deadlock, which a read can meet while a migration runs.
 */
export const isBusy = (error: unknown): boolean =>
  hasCause(
    error,
    (cause, code) =>
      code.startsWith('53') || busyPrismaCodes.includes(code) || busyMessages.test(cause.message) || isDeadlock(cause),
  );

/** PostgreSQL has no room on its disk (53100, disk_full). */
export const isDatabaseFull = (error: unknown): boolean =>
  hasCause(error, (cause, code) => code === '53100' || originalCode(cause) === '53100');

/** Whether the error or one of its causes meets the condition. */
function hasCause(error: unknown, condition: (error: Error, code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (condition(error, typeof code === 'string' ? code : '')) return true;
  return error.cause !== error && hasCause(error.cause, condition);
}

export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '23505' || code === 'P2002';
}

/** A row that the statement refers to was deleted at the same time. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '23503';

/** A value that no column holds (class 22), that a constraint refuses, or that is too large for an index. */
const dataCodes = /^(?:22[0-9A-Z]{3}|23502|23514|54000|P2000|P2011|P2020)$/;

/** The database refuses a value, also through Prisma Client. Trying again does not help. */
export const isDataError = (error: unknown): boolean =>
  hasCause(error, (each, code) => dataCodes.test(code) || dataCodes.test(originalCode(each)));

/** PostgreSQL's code in an error of Prisma Client, whose cause is no Error. */
function originalCode(error: { cause?: unknown; meta?: unknown }): string {
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: unknown } };
  const cause = (driverAdapterError?.cause ?? error.cause ?? {}) as { originalCode?: unknown };
  return String(cause.originalCode);
}
