/** In production a start is a line of the log, and the set-up link is not in it. */
import { expect, test, vi } from 'vitest';
import { printStartup } from '../../src/boot/server.ts';
import { log } from '../../src/lib/log.ts';
import { command } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ NODE_ENV: 'production', RATE_LIMITS: 'on' }),
);

useDatabase();

test('the log says where the server listens and how to get the set-up link, which a command prints', async () => {
  const line = vi.spyOn(log, 'info').mockImplementation(() => {});
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await printStartup(3_000);
  const printed = JSON.stringify([line.mock.calls, written.mock.calls]);
  vi.restoreAllMocks();
  expect(printed).toContain('http://127.0.0.1:3000');
  expect(printed).toContain('setup-link');
  expect(printed).not.toContain('token=');

  const { code, stdout } = await command(['setup-link']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^https:\/\/cook\.example\/setup\?token=[\w-]{32}\n$/)]);
});
