/** Ends requests whose body comes too slowly. A whole photo may take minutes, but a drip must not hold a connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../lib/log.ts';
import { loggedPath } from './request-log.ts';

/** At least so many bytes must come in each window, about 2 kB/s. Silence ends with the window, too. */
export interface Pace {
  windowMs: number;
  minBytes: number;
}

const defaultPace: Pace = { windowMs: 30_000, minBytes: 64 * 1_024 };

/** Answers 408 and closes the connection if a window of the body has fewer bytes. Costs nothing without a body. */
export function endSlowBody(incoming: IncomingMessage, outgoing: ServerResponse, pace = defaultPace): void {
  const { headers, socket } = incoming;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody || incoming.complete) return;

  const startedAt = performance.now();
  let read = socket.bytesRead;
  let isWaitingForUs = false;
  const timer = setInterval(() => {
    const came = socket.bytesRead - read;
    read = socket.bytesRead;
    // The server itself does not read on, because it is busy. It may have begun again at the end of the window.
    const wasWaitingForUs = isWaitingForUs;
    isWaitingForUs = incoming.readableLength >= incoming.readableHighWaterMark;
    if (incoming.complete || came >= pace.minBytes || isWaitingForUs || wasWaitingForUs) return;
    clearInterval(timer);
    refuse(incoming, outgoing, performance.now() - startedAt);
  }, pace.windowMs);
  timer.unref();
  incoming.once('close', () => clearInterval(timer));
}

function refuse({ method, url = '', socket }: IncomingMessage, outgoing: ServerResponse, ms: number): void {
  const line = {
    request: outgoing.getHeader('X-Request-Id'),
    method,
    path: loggedPath(url.replace(/\?.*/s, '')),
    status: 408,
    ms: Math.round(ms),
    reason: 'the body came too slowly',
  };
  log.info(line, 'request refused');
  if (!outgoing.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroySoon();
}
