/** The origin of all addresses changes at a start, unless others know it or a server runs with it. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { listen } from '../../src/db/listen.ts';
import { claimOrigin, findStoredOrigin } from '../../src/domain/instance/instance.ts';
import { config } from '../../src/lib/config.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

test('a second server with another BASE_URL does not take the addresses of one that runs', async () => {
  const former = 'http://localhost:3000';
  await prisma().setting.upsert({
    where: { key: 'base_url' },
    create: { key: 'base_url', value: former },
    update: { value: former },
  });
  const connected = Promise.withResolvers<void>();
  const stopListening = listen(
    process.env.DATABASE_URL!,
    'outbox',
    () => {},
    () => connected.resolve(),
  );
  await connected.promise;
  await expect(claimOrigin()).rejects.toThrow(
    /^BASE_URL is https:.*a server with BASE_URL=http:\/\/localhost:3000 runs/,
  );
  expect(await findStoredOrigin()).toBe(former);

  await stopListening();
  await expect.poll(() => claimOrigin().catch((error: Error) => error.message)).toBeUndefined();
  expect(await findStoredOrigin()).toBe(config.baseUrl);
});
