/** The operator's command line: finds the command, runs it, and tells by the exit code how it went. */
import { parseArgs } from 'node:util';
import { type CommandEntry, type OptionName, options } from './cli/command.ts';
import { commands, findCommand, listAlike } from './cli/commands.ts';
import { Failure, WrongUsage } from './cli/outcome.ts';
import { explain } from './lib/errors.ts';

const listed = [
  'npm run cli -- COMMAND …',
  '',
  ...commands.map(({ usage, does }) => `  ${usage}\n      ${does}`),
  '',
  '--json prints one JSON value. Exit 0: done, 1: failed, 2: wrong usage.',
].join('\n');

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

// Somebody who reads only the first lines (`| head`) is no error.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<0 | 1 | 2> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0]!)) {
    print(listed);
    return 0;
  }
  const found = findCommand(words);
  if (!found) {
    const alike = listAlike(words);
    complain(`no such command: ${words.slice(0, 2).join(' ')}`);
    complain(
      alike.length > 0 ? `usage: ${alike.join('\n       ')}` : '"npm run cli -- help" lists all commands',
    );
    return 2;
  }
  return run(found.command, found.rest);
}

async function run(command: CommandEntry, words: string[]): Promise<0 | 1 | 2> {
  let json = false;
  try {
    const { positionals: args, values } = parse(command, words);
    json = values.json === true;
    if (values.help) {
      print(`${command.usage}\n${command.does}`);
      return 0;
    }
    const { run: work } = await command.load();
    const answer = await work({ args, options: values, say: json ? () => {} : print });
    if (json) print(JSON.stringify(answer));
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      complain(`${error.message}\nusage: ${command.usage}`);
      return 2;
    }
    if (json && error instanceof Failure && error.answer !== undefined) print(JSON.stringify(error.answer));
    complain(explain(error));
    return 1;
  }
}

function parse({ takes, args: [fewest, most] }: CommandEntry, words: string[]) {
  const names: OptionName[] = ['json', 'help', ...takes];
  const allowed = Object.fromEntries(names.map((name) => [name, options[name]])) as typeof options;
  try {
    const parsed = parseArgs({ args: words, options: allowed, allowPositionals: true });
    const count = parsed.positionals.length;
    if (parsed.values.help) return parsed;
    if (count < fewest) throw new WrongUsage('an argument is missing');
    if (count > most) throw new WrongUsage(`unexpected: ${parsed.positionals.slice(most).join(' ')}`);
    return parsed;
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    throw new WrongUsage((error as Error).message.split('\n', 1)[0]!);
  }
}
