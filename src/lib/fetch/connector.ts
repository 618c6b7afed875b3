/** Connects only to IP addresses that were checked. */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowed, isListed } from './addresses.ts';
import { FetchError } from './error.ts';

const CONNECT_TIMEOUT_MS = 5_000;

export interface ConnectorOptions {
  /** CIDRs. */
  privateNetworks: readonly string[];
  /** Name resolution with the signature of node:dns `lookup`. */
  lookup?: typeof systemLookup;
}

/**
 * Returns a connector for undici. It connects to the addresses that were checked, which prevents DNS rebinding. Plain
 * http is limited to `privateNetworks`. Errors are FetchErrors.
 */
export function createConnector({ privateNetworks, lookup = systemLookup }: ConnectorOptions) {
  const listed = (address: string) => isListed(address, privateNetworks);
  const allowed = (address: string) => isAllowed(address, privateNetworks);
  const secure = buildConnector({ ...settings, lookup: checkedLookup(lookup, allowed) });
  const plain = buildConnector({ ...settings, lookup: checkedLookup(lookup, listed) });

  return (options: buildConnector.Options, done: buildConnector.Callback): void => {
    const { hostname } = options;
    const isSecure = options.protocol === 'https:';
    const check = isSecure ? allowed : listed;

    if (isIP(hostname) !== 0 && !check(hostname)) {
      queueMicrotask(() => done(refusal(hostname), null));
      return;
    }

    let timedOut = false;
    const settle: buildConnector.Callback = (...[error, socket]) => {
      clearTimeout(timer);
      if (error) return done(connectError(hostname, error, timedOut), null);
      if (check(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      done(refusal(hostname), null);
    };
    // buildConnector returns the opening socket, although its type does not say so.
    const socket = (isSecure ? secure : plain)(options, settle) as unknown as Socket;
    const timer = setTimeout(() => {
      timedOut = true;
      socket.destroy(new Error('no connection in time'));
    }, CONNECT_TIMEOUT_MS);
  };
}

// undici's connect timer has a resolution of half a second, so it is replaced.
const settings = { allowH2: false, autoSelectFamily: true, timeout: 0 };

function checkedLookup(lookup: typeof systemLookup, check: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, answers) => {
      if (error || answers.length === 0) {
        const reason = error?.code === 'ENOTFOUND' ? 'no_such_host' : 'dns';
        return done(new FetchError(reason, hostname, 'the name has no address', error ?? undefined), []);
      }
      if (!answers.every(({ address }) => isIP(address) !== 0 && check(address))) {
        return done(refusal(hostname), []);
      }
      if (options.all) return done(null, answers);
      done(null, answers[0]!.address, answers[0]!.family);
    });
  };
}

function refusal(host: string): FetchError {
  return new FetchError('private_address', host, 'is not at a public address');
}

function connectError(host: string, error: Error, timedOut: boolean): FetchError {
  if (error instanceof FetchError) return error;
  if (timedOut) return new FetchError('timeout', host, 'no connection in time', error);
  return new FetchError('connect', host, 'the connection failed', error);
}
