/** Wrong usage, help and start-up errors of the command line. */
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { cli } from '../support/cli.ts';

describe('usage', () => {
  test('help, or no command, lists every command', async () => {
    const [bare, help] = await Promise.all([cli([]), cli(['help'])]);
    expect(bare).toEqual(help);
    expect(bare.code).toBe(0);
    for (const { usage } of commands) expect(bare.stdout).toContain(usage);
  });

  test.each([
    [['frobnicate'], 'no such command: frobnicate'],
    [['account'], 'usage: account create'],
    [['account', 'create'], 'usage: account create NAME'],
    [['account', 'create', 'ann', 'bo'], 'unexpected: bo'],
    [['account', 'list', '--shiny'], 'usage: account list'],
    [['token', 'create', '--account', 'ann'], '--scope is missing'],
    [['recipe', 'import', 'dish.html'], '--account is missing'],
    [['follow', 'ann'], 'usage: follow NAME ADDRESS'],
    [['domain', 'block'], 'usage: domain block HOST'],
  ])('%j is wrong usage, and answered with the right one', async (args, expected) => {
    const { code, stdout, stderr } = await cli(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(expected);
    expect(stderr).toContain(args.length === 1 && args[0] === 'frobnicate' ? 'help' : 'usage: ');
  });

  test('an unreachable database fails with one line', async () => {
    const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };
    const { code, stderr } = await cli(['account', 'list'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database nothing at 127\.0\.0\.1:1 cannot be reached: .*\n$/);
  });

  test('a database of another origin is refused and unchanged', async () => {
    await cli(['account', 'list']);
    const { code, stderr } = await cli(['account', 'list'], { env: { BASE_URL: 'https://other.example' } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/set BASE_URL=https:\/\/cook\.example.*\n$/);
    expect((await cli(['account', 'list'])).code).toBe(0);
  });
});
