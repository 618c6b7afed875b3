/**
 * Creates the accounts that the arguments name, each with a token of every scope, and prints these as JSON. An argument
 * is a name, or a name and a password with a colon between them.
 */
import { connect, disconnect } from '../../src/db/client.ts';
import { createToken, scopes } from '../../src/domain/access/tokens.ts';
import { register } from '../../src/domain/accounts/register.ts';

const [databaseUrl, ...wanted] = process.argv.slice(2);
connect(databaseUrl!);
const members: { name: string; id: number; token: string }[] = [];
for (const [username, password] of wanted.map((each) => each.split(':'))) {
  const { id } = await register({ username: username!, password });
  members.push({ name: username!, id, token: await createToken({ accountId: id, scopes }) });
}
await disconnect();
process.stdout.write(JSON.stringify(members));
