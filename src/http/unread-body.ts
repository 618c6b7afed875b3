/** Reads on for a while when a request is answered before its body has arrived: a connection closed at once loses the response. */
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';

const maxDiscarded = 8 * 2 ** 20;
const maxDiscardMs = 10_000;

/** The connection is used again if the body ends within these limits, and closed otherwise. */
export function discardUnread(incoming: IncomingMessage | Http2ServerRequest): void {
  if (incoming.complete || incoming.destroyed) return;
  const close = () => incoming.socket.destroySoon();
  const timer = setTimeout(close, maxDiscardMs);
  incoming.once('close', () => clearTimeout(timer));
  // A reader that began and stopped would pause it.
  incoming.removeAllListeners('data');
  let discarded = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    const before = discarded;
    discarded += chunk.length;
    if (before <= maxDiscarded && discarded > maxDiscarded) close();
  });
}
