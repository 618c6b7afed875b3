/** Defines how a peer treats requests, and answers them accordingly. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Condition =
  | 'well'
  /** Reads the request and never answers. */
  | 'hangs'
  /** Refuses connections. */
  | 'refuses'
  /** Handles the request, then cuts the connection instead of answering. */
  | 'loses response'
  /** Sends a byte of the response head per second. */
  | 'trickles head'
  /** Sends a complete head, then a byte of the body per second. */
  | 'trickles body'
  /** Answers 202 with a body that never ends, as fast as it is read. */
  | 'endless body'
  | { status: number; retryAfterSeconds?: number }
  | { delayMs: number };

/** A flapping peer: returns the condition for its n-th delivery, from 0. */
export type Flapping = (n: number) => Condition;

/** Whether a peer in this condition handles what it receives. */
export const handles = (condition: Condition): boolean =>
  typeof condition === 'object'
    ? 'delayMs' in condition
    : ['well', 'loses response', 'trickles body', 'endless body'].includes(condition);

/** Ends a request for which `answer` is the response of a healthy peer. */
export async function answerIn(
  condition: Condition,
  response: ServerResponse,
  answer: (response: ServerResponse) => void,
): Promise<void> {
  if (typeof condition === 'object') {
    if ('delayMs' in condition) return sleep(condition.delayMs).then(() => answer(response));
    const { status, retryAfterSeconds } = condition;
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` };
    return void response.writeHead(status, headers).end();
  }
  if (condition === 'hangs') return;
  if (condition === 'loses response') return void response.socket?.resetAndDestroy();
  if (condition === 'trickles head') return trickle(response, 'HTTP/1.1 202 Accepted\r\nx-slow: ');
  if (condition === 'trickles body') return trickle(response, head('content-length: 1000'));
  if (condition === 'endless body') return pour(response);
  answer(response);
}

const head = (...lines: string[]) => `HTTP/1.1 202 Accepted\r\n${lines.join('\r\n')}\r\n\r\n`;

/** Writes the beginning at once unless it is an unfinished head, then a byte per second. */
async function trickle(response: ServerResponse, beginning: string): Promise<void> {
  const { socket } = response;
  const isWhole = beginning.endsWith('\r\n\r\n');
  if (isWhole) socket?.write(beginning);
  const rest = isWhole ? '' : beginning;
  for (let n = 0; socket && !socket.destroyed; n += 1) {
    socket.write(rest[n] ?? 'x');
    await sleep(1_000, undefined, { ref: false });
  }
}

/** Writes chunks until the client closes the connection. */
async function pour(response: ServerResponse): Promise<void> {
  const { socket } = response;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  socket?.write(head('content-length: 1000000000000'));
  while (socket && !socket.destroyed) {
    if (socket.write(chunk)) await sleep(0);
    else await Promise.race([drained(socket), sleep(1_000, undefined, { ref: false })]);
  }
}

const drained = (socket: NonNullable<ServerResponse['socket']>) =>
  new Promise<void>((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
