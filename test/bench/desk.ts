/** A process of the bench as seen from inside: what it was given, and how it reports. */
import { once } from 'node:events';

/** The next message of whoever started this process. */
export async function receive<Message>(): Promise<Message> {
  const [message] = await once(process, 'message');
  return message as Message;
}

export function report(message: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

// Whoever started this process is gone: nobody waits for its figures.
process.once('disconnect', () => process.exit(0));
