/** Entry point of the operator's command line. */
import { runCommand } from './cli/program.ts';

// A reader that closes the pipe early (`| head`) is no error.
process.stdout.on('error', () => {});
process.exitCode = await runCommand(process.argv.slice(2));
