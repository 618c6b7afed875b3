/** A request that goes out, and its answer as it comes in. */
import type { Readable } from 'node:stream';

export interface Outgoing {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

export interface Incoming {
  status: number;
  headers: Headers;
  /** Still packed, and without a limit. */
  body: Readable;
}
