/** Prints the URLs and settings of a started server: as text for a person, in production as a line of the log. */
import { isSetUp, renewSetupToken, setupLink } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { log } from '../lib/log.ts';

/** @param port where the web server listens. Undefined for a worker. */
export const printStartup = (port: number | undefined): Promise<void> =>
  config.production && !process.stdout.isTTY ? logStartup(port) : printText(port);

/** Logs are collected and shown to many, so the set-up link is not among them. */
async function logStartup(port: number | undefined): Promise<void> {
  const line = {
    database: config.databaseUrl ? 'external' : 'embedded',
    queue: config.redisUrl ? 'Redis' : 'PostgreSQL',
    federation: config.federates ? 'on' : 'off: set BASE_URL to the public https origin before you publish anything',
  };
  if (port === undefined) return log.info(line, 'Potluck’s worker is ready');
  const address = `http://${config.bindHost}:${port}`;
  const setup = { setup: 'the command "setup-link" prints the link that creates the first administrator' };
  log.info(
    { origin: config.baseUrl, listening: address, ...line, ...((await isSetUp()) ? {} : setup) },
    'Potluck is ready',
  );
}

async function printText(port: number | undefined): Promise<void> {
  const lines = ['', `Potluck is ready at ${config.baseUrl}`];
  if (port === undefined) lines[1] = 'Potluck’s worker is ready';
  else {
    lines.push(`  listening   http://${config.bindHost}:${port}${hintForOrigin(port)}`);
    lines.push(`  API docs    ${config.baseUrl}/api/docs`);
    const token = await renewSetupToken();
    if (token) lines.push(`  set-up      ${setupLink(token)}  (works once, creates the first administrator)`);
  }
  lines.push(`  database    ${config.databaseUrl ? 'external' : `embedded, in ${config.dataDir}`}`);
  lines.push(`  queue       ${config.redisUrl ? 'Redis' : 'PostgreSQL'}`);
  if (!config.federates) {
    lines.push('', 'Federation is off while the origin is localhost.');
    lines.push('Set BASE_URL to the public https origin before you publish anything.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** Without a proxy nobody listens where the links lead, if only PORT was set. */
function hintForOrigin(port: number): string {
  const { port: statedPort } = new URL(config.baseUrl);
  const isElsewhere = !config.federates && Number(statedPort || 80) !== port;
  return isElsewhere ? `  (the links below lead to another port: set BASE_URL=http://localhost:${port})` : '';
}
