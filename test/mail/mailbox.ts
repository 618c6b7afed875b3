/** Members with confirmed addresses, and the messages that a test file's own mail server accepts. */
import { afterAll } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import type { MailServer } from '../support/smtp.ts';
import { useWebServer } from '../support/web-server.ts';

export const password = 'a long spoon for the pot';

/** Registers a member whose address is confirmed. */
export const join = (username: string, { admin = false, email = `${username}@example.org` } = {}) =>
  register({ username, password, admin, email, emailConfirmedAt: new Date() });

/** Returns functions that run the jobs and read what arrived since the last call: the messages, or who got them. */
export function useMailbox(server: MailServer) {
  useDatabase();
  useWebServer();
  afterAll(() => server.close());

  const mail = async () => {
    await drain();
    return server.received.splice(0);
  };
  const recipients = async () => (await mail()).map(({ to }) => to);
  return { mail, recipients };
}
