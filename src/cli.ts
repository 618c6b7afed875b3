/** Entry point of the operator's command line. An older Node passes the command on to the one that npm installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Only what Node 20 knows may be imported before the version is checked.
const minMajor = 24;

// A reader that closes the pipe early (`| head`) is no error.
process.stdout.on('error', () => {});
process.exitCode = Number.parseInt(process.versions.node, 10) < minMajor ? passOn() : await run();

async function run(): Promise<number> {
  const { runCommand } = await import('./cli/program.ts');
  return runCommand(process.argv.slice(2));
}

/** Returns the exit code. */
function passOn(): number {
  const installed = join(import.meta.dirname, '../node_modules/.bin/node');
  if (existsSync(installed)) {
    const { status } = spawnSync(installed, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
    return status ?? 1;
  }
  process.stderr.write(
    `Node ${process.versions.node} is too old for this command: it needs Node ${minMajor}. ` +
      `"npm install" puts one into ${installed}.\n`,
  );
  return 1;
}
