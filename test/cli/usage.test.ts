/** Wrong usage, help and start-up errors of the command line. */
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { root, version } from '../../src/lib/paths.ts';
import { cli } from '../support/cli.ts';
import { command } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

/** The documents and texts that name commands for operators. */
const documents = [
  'README.md',
  ...globSync(['docs/*.md', 'docs/deploy/*', 'src/**/*.ts', 'src/messages/en.json'], {
    cwd: root,
    exclude: ['src/db/generated/**'],
  }),
];
const mention = /(?:npm run (?:--silent )?cli --|node dist\/cli\.js) (?!COMMAND|help|"\$@")([^`<”)\\\n…]+)/g;

/** Returns the command that the words begin with. */
function findCommand(words: string[], program: Command = createProgram()): Command | undefined {
  const [name, ...rest] = words;
  const found = program.commands.find((each) => each.name() === name);
  return found && found.commands.length > 0 ? findCommand(rest, found) : found;
}

describe('usage', () => {
  test('help, or no command, lists every command', async () => {
    const [bare, help] = await Promise.all([cli([]), cli(['help'])]);
    expect(bare).toEqual(help);
    expect(bare.code).toBe(0);
    const listed = bare.stdout.match(/^ {2}[a-z].*?(?= {2}|$)/gm);
    expect(listed).toMatchSnapshot();
  });

  test('the command line imports nothing that an old Node lacks before it passes the command on', () => {
    const entry = readFileSync(join(root, 'src/cli.ts'), 'utf8');
    expect(entry.match(/^import .*$/gm)).toEqual([
      "import { spawnSync } from 'node:child_process';",
      "import { existsSync } from 'node:fs';",
      "import { join } from 'node:path';",
    ]);
    // The build keeps it so: what else it imports is loaded once the version is known.
    const built = readFileSync(join(root, 'dist/cli.js'), 'utf8');
    expect(
      built.match(/^import\b(?! ?\().*$/gm)?.filter((line) => !/"node:(?:child_process|fs|path)"/.test(line)),
    ).toEqual([]);
  });

  test('the commands that documents and messages name exist, with their options', () => {
    const named = documents.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(mention)].map(([, words = '']) => ({ file, words })),
    );
    expect(named.length).toBeGreaterThan(15);
    const unknown = named.filter(({ words }) => {
      const command = findCommand(words.match(/[\w-]+/g) ?? []);
      const options = words.match(/--[a-z-]+/g) ?? [];
      return !command || !options.every((option) => command.options.some(({ long }) => long === option));
    });
    expect(unknown).toEqual([]);
  });

  test.each([
    [['frobnicate'], 'unknown command \'frobnicate\'\n"npm run cli -- help" lists all commands'],
    [['hosts', 'list'], 'unknown command \'hosts\'\n"npm run cli -- help" lists all commands'],
    [['account'], 'account create [options] <name>'],
    [['account', 'lst'], 'Did you mean list?'],
    [['account', 'create'], "missing required argument 'name'"],
    [['account', 'create', 'ann', 'bo'], 'Expected 1 argument but got 2: ann, bo.'],
    [['account', 'list', '--shiny'], "unknown option '--shiny'"],
    [['account', 'role', 'ann', 'king'], 'Allowed choices are member, moderator, admin, owner.'],
    [['token', 'create', '--account', 'ann'], "required option '--scope <scopes>' not specified"],
    [['recipe', 'import', 'dish.html'], "required option '--account <name>' not specified"],
    [['follow', 'ann'], 'Usage: npm run cli -- follow [options] <name> <address>'],
    [['domain', 'block'], 'Usage: npm run cli -- domain block [options] <host>'],
    [['domain', 'block', 'far.example', '--severity', 'hard'], 'Allowed choices are noop, silence, suspend.'],
    [['media', 'move', 'moon'], 'Allowed choices are bucket, disk.'],
    [['retention', 'set', '--items', '0'], '--items must be 7 to 3650 days, or "never"'],
  ])('%j is wrong usage, and answered with the right one', async (args, expected) => {
    const { code, stdout, stderr } = await command(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(expected);
  });

  test('the help of a command explains its options without any settings', async () => {
    const { code, stdout } = await cli(['domain', 'block', '--help'], { env: { BASE_URL: 'nonsense' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run cli -- domain block \[options\] <host>\n/);
    expect(stdout).toMatch(/--severity <severity> .*--reject-media .*--json /s);
  });

  test('the version is printed', async () => {
    expect(await command(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  test.each([
    ['restore', 'missing.backup'],
    ['domain', 'import', 'missing.csv'],
    ['account', 'import', 'ann', 'missing.zip'],
  ])('a file of %s %s that does not exist is named', async (...args) => {
    const { code, stderr } = await command(args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/missing\.\w+.* does not exist\n$/)]);
    expect(stderr).not.toContain('ENOENT');
  });

  test.each([['backup'], ['account', 'export', 'ann'], ['account', 'export-recipes', 'ann']])(
    '%s %s: a place where no file can be written is named as it was given, before any work',
    async (...args) => {
      expect(await command([...args, '/missing/file'])).toMatchObject({
        code: 1,
        stderr: '/missing does not exist\n',
      });
      expect(await command([...args, tmpdir()])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `${tmpdir()} is a folder, and a file is needed\n`,
      });
    },
  );

  test('an unreachable database fails with one line', async () => {
    const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };
    const { code, stderr } = await cli(['account', 'list'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database nothing at 127\.0\.0\.1:1 cannot be reached: .* \(DATABASE_URL\)\n$/);
  });

  test('a database of another origin is refused and unchanged', async () => {
    await command(['account', 'list']);
    const { code, stderr } = await cli(['account', 'list'], { env: { BASE_URL: 'https://other.example' } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/set BASE_URL=https:\/\/cook\.example.*\n$/);
    expect((await command(['account', 'list'])).code).toBe(0);
  });
});
