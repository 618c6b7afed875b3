/**
 * Creates the accounts that the arguments name, each with a token of every scope, and prints their ids and tokens as
 * JSON.
 */
import { connect, disconnect } from '../../src/db/client.ts';
import { createToken, scopes } from '../../src/domain/access/tokens.ts';
import { register } from '../../src/domain/accounts/register.ts';

const [databaseUrl, ...names] = process.argv.slice(2);
connect(databaseUrl!);
const members: { name: string; id: number; token: string }[] = [];
for (const username of names) {
  const { id } = await register({ username });
  members.push({ name: username, id, token: await createToken({ accountId: id, scopes }) });
}
await disconnect();
process.stdout.write(JSON.stringify(members));
