/** Receives input and reports results inside a process of the benchmark. */
import { once } from 'node:events';

/** Returns the next message from the parent process. */
export async function receiveMessage<Message>(): Promise<Message> {
  const [message] = await once(process, 'message');
  return message as Message;
}

export function sendResult(message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

// The parent process is gone, so nobody needs the results.
process.once('disconnect', () => process.exit(0));
