/** A minimal web server, as a limit for all others. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { receiveMessage, sendResult } from '../parent-messages.ts';

await receiveMessage();
const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
await sendResult(typeof address === 'object' && address ? address.port : 0);
