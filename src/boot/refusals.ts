/** Tells what an operator can mend from faults of the program, and explains it in one line. */
import { DatabaseRefusal } from '../db/errors.ts';
import { WrongSecret } from '../domain/accounts/keys.ts';
import { OriginChanged } from '../domain/instance/instance.ts';
import { ConfigError, config } from '../lib/config.ts';
import { SecretUnreadable } from '../lib/secrets.ts';
import { WorkerRefusal } from './workers.ts';

const refusals = [ConfigError, DatabaseRefusal, OriginChanged, SecretUnreadable, WrongSecret, WorkerRefusal];

/** Returns the setting or the remedy, or null for a fault that its stack explains better. */
export function explainRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return refusals.some((kind) => error instanceof kind) ? error.message : explainListening(error);
}

interface ListenError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
}

interface Listening {
  port: number;
  bindHost: string;
}

/** Of the web server and of the metrics, which share the host. */
export function explainListening(
  { code, syscall, port }: ListenError,
  { port: webPort, bindHost }: Listening = config,
): string | null {
  const setting = port === undefined || port === webPort ? 'PORT' : 'METRICS_PORT';
  if (syscall === 'getaddrinfo') return `HOST=${bindHost} has no address (${code}): ${addresses}`;
  if (syscall !== 'listen' && syscall !== 'bind') return null;
  if (code === 'EADDRINUSE') return `Port ${port} is already in use: set ${setting} to a free port`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${bindHost} is no address of this machine: ${addresses}`;
  if (code === 'EACCES')
    return `Port ${port} needs the rights of root: set ${setting} to 1024 or more, and put a proxy in front`;
  return null;
}

const addresses = 'set HOST to 127.0.0.1, to 0.0.0.0 for all addresses, or to one that "ip address" shows';
