/** A PostgreSQL of the operator that cannot be used is refused with the setting and the remedy. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseRefusal } from '../../src/db/errors.ts';
import { checkExternal } from '../../src/db/external.ts';

const given = process.env.DATABASE_URL!;

async function refusalOf(url: string): Promise<string> {
  try {
    await checkExternal(url);
    return '';
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return error.message;
  }
}

test('a database that can be used is accepted', async () => {
  expect(await refusalOf(given)).toBe('');
});

test('a wrong address, database or password names DATABASE_URL and the remedy', async () => {
  const { username } = new URL(given);
  const cases: [change: (url: URL) => void, expected: RegExp][] = [
    [
      (url) => Object.assign(url, { port: '1' }),
      /(?:ECONNREFUSED|ENOENT).*\. Start PostgreSQL, or correct host and port \(DATABASE/,
    ],
    [
      (url) => Object.assign(url, { hostname: 'database.invalid', search: '' }),
      /Correct the name of the host, or the DNS/,
    ],
    [
      (url) => Object.assign(url, { pathname: '/nothing' }),
      /nothing.*Create it with "createdb -E UTF8 -T template0 --owner=/,
    ],
    [(url) => Object.assign(url, { password: 'wrong' }), new RegExp(`Correct the password of the role ${username}`)],
    [(url) => Object.assign(url, { username: 'nobody' }), /(?:Correct the password of|Create) the role nobody/],
  ];
  for (const [change, expected] of cases) {
    const url = new URL(given);
    change(url);
    const refusal = await refusalOf(url.href);
    expect(refusal).toMatch(/^The database .* cannot be reached: .* \(DATABASE_URL\)$/);
    expect(refusal).toMatch(expected);
    expect(refusal).not.toContain(new URL(given).password);
  }
});

// Speaks as much of the protocol of PostgreSQL as the check needs

let encoding = 'UTF8';
/** The process that answers the connection of this number. */
let backendOf = (_connection: number) => 42;
let connections = 0;

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int16 = (value: number) => int32(value).subarray(2);
const message = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
};
const ready = message('Z', Buffer.from('I'));
const rowOf = (column: string, value: string, type: number) =>
  Buffer.concat([
    message('T', int16(1), Buffer.from(`${column}\0`), int32(0), int16(0), int32(type), int16(4), int32(-1), int16(0)),
    message('D', int16(1), int32(value.length), Buffer.from(value)),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);

function serve(socket: Socket): void {
  const connection = connections++;
  socket.on('error', () => {});
  socket.once('data', () => {
    // The id that a pooler sends is its own.
    socket.write(Buffer.concat([message('R', int32(0)), message('K', int32(7), int32(7)), ready]));
    socket.on('data', (data) => {
      if (data.includes('server_encoding')) socket.write(rowOf('server_encoding', encoding, 25));
      if (data.includes('pg_backend_pid')) socket.write(rowOf('pid', String(backendOf(connection)), 23));
    });
  });
}

const server = createServer(serve);
let pooler: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  pooler = `postgresql://ann:ann@127.0.0.1:${(server.address() as AddressInfo).port}/potluck?sslmode=disable`;
});
afterAll(() => void server.close());

test('a database in another encoding is refused with the command that creates the right one', async () => {
  encoding = 'SQL_ASCII';
  expect(await refusalOf(pooler)).toMatch(
    /^The database potluck stores texts as SQL_ASCII, .* "createdb -E UTF8 -T template0 --owner=ROLE NAME"/,
  );
  encoding = 'UTF8';
});

test('a pooler that keeps sessions is accepted, and one that shares them is refused by name', async () => {
  backendOf = (connection) => 100 + connection;
  expect(await refusalOf(pooler)).toBe('');
  backendOf = () => 42;
  expect(await refusalOf(pooler)).toMatch(/PgBouncer.*set its pool_mode to session/);
});
