/** Runs the commands of the operator's command line. */
import { parseArgs } from 'node:util';
import { type CommandEntry, CommandFailure, type OptionName, options, UsageError } from './cli/command.ts';
import { commands, findCommand, listSimilarUsages } from './cli/commands.ts';
import { explain } from './lib/errors.ts';

const help = [
  'npm run cli -- COMMAND …',
  '',
  ...commands.map(({ usage, description: does }) => `  ${usage}\n      ${does}`),
  '',
  '--json prints one JSON value. Exit 0: done, 1: failed, 2: wrong usage.',
].join('\n');

const print = (text: string) => process.stdout.write(`${text}\n`);
const printError = (text: string) => process.stderr.write(`${text}\n`);

// A reader that closes the pipe early (`| head`) is no error.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<0 | 1 | 2> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0]!)) {
    print(help);
    return 0;
  }
  const found = findCommand(words);
  if (!found) {
    const similar = listSimilarUsages(words);
    printError(`no such command: ${words.slice(0, 2).join(' ')}`);
    printError(similar.length > 0 ? `usage: ${similar.join('\n       ')}` : '"npm run cli -- help" lists all commands');
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
      print(`${command.usage}\n${command.description}`);
      return 0;
    }
    const handle = await command.load();
    const answer = await handle({ args, options: values, print: json ? () => {} : print });
    if (json) print(JSON.stringify(answer));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      printError(`${error.message}\nusage: ${command.usage}`);
      return 2;
    }
    if (json && error instanceof CommandFailure && error.answer !== undefined) print(JSON.stringify(error.answer));
    printError(explain(error));
    return 1;
  }
}

function parse({ options: accepted, args: [min, max] }: CommandEntry, words: string[]) {
  const names: OptionName[] = ['json', 'help', ...accepted];
  const allowed = Object.fromEntries(names.map((name) => [name, options[name]])) as typeof options;
  try {
    const parsed = parseArgs({ args: words, options: allowed, allowPositionals: true });
    const count = parsed.positionals.length;
    if (parsed.values.help) return parsed;
    if (count < min) throw new UsageError('an argument is missing');
    if (count > max) throw new UsageError(`unexpected: ${parsed.positionals.slice(max).join(' ')}`);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message.split('\n', 1)[0]!);
  }
}
