/** Runs the commands of the operator's command line. */
import { CommanderError } from 'commander';
import { CommandFailure, print } from './cli/command.ts';
import { createProgram } from './cli/program.ts';
import { explain } from './lib/errors.ts';

// A reader that closes the pipe early (`| head`) is no error.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<0 | 1 | 2> {
  const program = createProgram();
  try {
    await program.parseAsync(words.length > 0 ? words : ['help'], { from: 'user' });
    return 0;
  } catch (error) {
    // commander has printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { json } = program.opts();
    if (json && error instanceof CommandFailure && error.answer !== undefined) print(JSON.stringify(error.answer));
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}
