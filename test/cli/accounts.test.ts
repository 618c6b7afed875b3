/** Accounts, tokens and follows from the command line. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { findToken } from '../../src/domain/access/tokens.ts';
import { findAccountByHandle } from '../../src/domain/accounts/account.ts';
import { verifyPassword } from '../../src/domain/accounts/register.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/remote.ts';
import { cli } from '../support/cli.ts';
import { command, commandJson } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';
import { profileOf } from '../support/deliveries.ts';

type Created = { id: number; name: string; password: string | null };

useDatabase();

const isPassword = async (accountId: number, password: string | null) =>
  verifyPassword(password ?? '', (await prisma().member.findUniqueOrThrow({ where: { accountId } })).passwordHash);

test('account create prints a generated password that works', async () => {
  const { code, stdout } = await command(['account', 'create', 'ann', '--display', 'Ann K', '--admin']);
  expect(code).toBe(0);
  const [, id, password] = /^id\s+(\d+)\npassword\s+(\S+)\n$/.exec(stdout)!;
  expect(await isPassword(Number(id), password!)).toBe(true);

  const [ann] = await commandJson<{ name: string; displayName: string; role: string }[]>(['account', 'list']);
  expect(ann).toMatchObject({ name: 'ann', displayName: 'Ann K', role: 'owner' });
});

test('a password from stdin is read without its line break and never printed', async () => {
  const args = ['account', 'create', 'bo', '--password-stdin'];
  const created = await commandJson<Created>(args, 'correct horse\n');
  expect(created).toEqual({ id: created.id, name: 'bo', password: null });
  expect(await isPassword(created.id, 'correct horse')).toBe(true);
});

test('a taken name, an invalid name and a short password fail with one line', async () => {
  const taken = await command(['account', 'create', 'ann']);
  expect(taken).toEqual({ code: 1, stdout: '', stderr: 'name is already taken\n' });
  const bad = await command(['account', 'create', 'Ann Lee']);
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/^name must be .*\n$/) });
  const short = await command(['account', 'create', 'cy', '--password-stdin'], 'abc');
  expect(short).toMatchObject({ code: 1, stderr: 'password must have at least 10 characters\n' });
});

test('every command fails with one line for an unknown account', async () => {
  const lines = [
    ['account', 'suspend', 'zoe'],
    ['account', 'reset-password', 'zoe'],
    ['token', 'create', '--account', 'zoe', '--scope', 'read'],
    ['follow', 'zoe', 'ann'],
    ['recipe', 'import', '-', '--account', 'zoe'],
  ];
  const expected = { code: 1, stdout: '', stderr: 'there is no account zoe on this server\n' };
  for (const line of lines) expect(await command(line)).toEqual(expected);
});

test('token create prints only the token, which has the requested scopes', async () => {
  const { code, stdout } = await cli(['token', 'create', '--account', 'ann', '--scope', 'read account:write']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  expect(await findToken(stdout.trim())).toMatchObject({ scopes: ['read', 'account:write'] });

  const unknown = await command(['token', 'create', '--account', 'ann', '--scope', 'read everything']);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^scope must be of: .*\n$/) });
});

test('the tokens of a suspended account stop working at once, and it gets no new ones', async () => {
  await commandJson<Created>(['account', 'create', 'dan']);
  const { token } = await commandJson<{ token: string }>(['token', 'create', '--account', 'dan', '--scope', 'read']);
  expect(await findToken(token)).not.toBeNull();

  // In another process than the server.
  expect(await cli(['account', 'suspend', 'dan'])).toMatchObject({ code: 0 });
  expect(await findToken(token)).toBeNull();
  const more = await command(['token', 'create', '--account', 'dan', '--scope', 'read']);
  expect(more).toEqual({ code: 1, stdout: '', stderr: 'the account dan is suspended\n' });
  expect((await command(['account', 'list'])).stdout).toMatch(/^\d+\s+dan\s+member\s+suspended/m);
});

test('a password reset prints a new password and ends all sessions and tokens', async () => {
  const eve = await commandJson<Created>(['account', 'create', 'eve']);
  const { token } = await commandJson<{ token: string }>(['token', 'create', '--account', 'eve', '--scope', 'read']);
  const { stdout } = await command(['account', 'reset-password', '@EVE']);
  expect(await isPassword(eve.id, stdout.trim())).toBe(true);
  expect(await isPassword(eve.id, eve.password)).toBe(false);
  expect(await findToken(token)).toBeNull();
});

test('follow follows a local account at once', async () => {
  expect(await command(['follow', 'ann', 'bo@cook.example'])).toEqual({
    code: 0,
    stdout: 'following bo\n',
    stderr: '',
  });
  expect(await commandJson(['lookup', 'bo'])).toMatchObject({ handle: 'bo', state: 'loaded', followersCount: 1 });
});

test('follow sends a request to a remote account once it is fetched', async () => {
  const following = cli(['follow', 'ann', 'kim@far.example']);
  while (!(await findAccountByHandle('kim@far.example'))) await sleep(50);
  const kim = profileOf('kim', 'far.example');
  await upsertRemoteAccount(kim);

  expect(await following).toEqual({ code: 0, stdout: 'requested kim@far.example\n', stderr: '' });
  expect(await commandJson(['lookup', kim.iri])).toMatchObject({
    handle: kim.handle,
    state: 'loading',
    iri: kim.iri,
  });
});

test('lookup reports a new remote account as unknown, and fails for an invalid address', async () => {
  expect(await commandJson(['lookup', '@new@far.example'])).toMatchObject({
    handle: 'new@far.example',
    state: 'unknown',
  });
  const nobody = await command(['lookup', 'what is this']);
  expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'there is no account what is this\n' });
});
