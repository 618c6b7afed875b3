/** Fills the database with accounts that can log in, local and remote accounts, their items and follows. */
import { connect, disconnect, pool } from '../../../src/db/client.ts';
import { createToken } from '../../../src/domain/access/tokens.ts';
import { ensureInstanceActor, register } from '../../../src/domain/accounts/register.ts';
import { config } from '../../../src/lib/config.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import { seedCooks } from '../seed/cooks.ts';
import { seedFollows } from '../seed/follows.ts';
import { seedItems } from '../seed/items.ts';
import { seedPeers } from '../seed/peers.ts';
import type { Seeded } from '../seed/seeded.ts';

await receiveMessage();
connect(config.databaseUrl!, { max: 4 });
await ensureInstanceActor();

const member = async (username: string) => {
  const { id } = await register({ username, name: username });
  const token = await createToken({ accountId: id, scopes: ['read', 'write'] });
  return { id, token };
};
const [star, author, publisher, ...readers] = [
  await member('star'),
  await member('author'),
  await member('publisher'),
  ...(await Promise.all(Array.from({ length: 20 }, (_, number) => member(`reader${number}`)))),
];

const { peers, followerCount } = await seedPeers(50, 20_000);
const cooks = await seedCooks(100_000);
const { items, statusIris } = await seedItems(cooks);
await seedFollows({
  star: star!.id,
  author: author!.id,
  publisher: publisher!.id,
  readers: readers.map(({ id }) => id),
  cooks,
});
await pool().query('VACUUM ANALYZE');
await pool().query('CHECKPOINT');
await disconnect();

const seeded: Seeded = {
  star: star!,
  author: author!,
  publisher: publisher!,
  readers,
  peers,
  followerCount,
  cooks,
  items,
  statusIris,
};
await sendResult(seeded);
