/** Prints the URLs and settings of a started server. */
import { renewSetupToken } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';

export async function printStartup(port: number | undefined): Promise<void> {
  const lines = ['', `Potluck is ready at ${config.baseUrl}`];
  if (port === undefined) lines[1] = 'Potluck’s worker is ready';
  else {
    lines.push(`  listening   http://${config.bindHost}:${port}`);
    lines.push(`  API docs    ${config.baseUrl}/api/docs`);
    const token = await renewSetupToken();
    if (token)
      lines.push(`  set-up      ${config.baseUrl}/setup?token=${token}  (works once, creates the first administrator)`);
  }
  lines.push(`  database    ${config.databaseUrl ? 'external' : `embedded, in ${config.dataDir}`}`);
  lines.push(`  queue       ${config.redisUrl ? 'Redis' : 'PostgreSQL'}`);
  if (!config.federates) {
    lines.push('', 'Federation is off while the origin is localhost.');
    lines.push('Set BASE_URL to the public https origin before you publish anything.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
