/** Counts connections that the kernel has established and the server has not accepted yet. */
import { closeSync, openSync, readSync } from 'node:fs';

const listening = '0A';

/** Of all sockets that listen on the port in this network namespace (proc_net_tcp(5)). 0 on systems without procfs. */
export const countWaiting = (port: number): number => countIn('tcp6', port) + countIn('tcp', port);

function countIn(protocol: 'tcp' | 'tcp6', port: number): number {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let waiting = 0;
  for (const line of readListening(protocol)) {
    const [, local, , , queues] = line;
    // For a listening socket, rx_queue is the length of the accept queue.
    if (local?.endsWith(wanted)) waiting += Number.parseInt(queues!.split(':')[1]!, 16);
  }
  return waiting;
}

/** Listening sockets come first. The others may be thousands, and each that is read lets more connections arrive meanwhile. */
function readListening(protocol: string): string[][] {
  let file: number;
  try {
    file = openSync(`/proc/net/${protocol}`, 'r');
  } catch {
    return [];
  }
  try {
    const chunk = Buffer.alloc(4_096);
    for (let text = ''; ; ) {
      const length = readSync(file, chunk);
      text += chunk.toString('latin1', 0, length);
      const sockets = text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.trim().split(/\s+/));
      const end = sockets.findIndex(([, , , state]) => state !== listening);
      if (end >= 0 || length === 0) return sockets.slice(0, end < 0 ? undefined : end);
    }
  } finally {
    closeSync(file);
  }
}
