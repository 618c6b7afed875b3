/** Types of outgoing requests and their responses. */
import type { Readable } from 'node:stream';

export interface FetchRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

export interface FetchResponse {
  status: number;
  headers: Headers;
  /** Not decompressed, and without a size limit. */
  body: Readable;
}
