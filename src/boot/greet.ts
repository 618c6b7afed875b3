/** What an operator sees first. */
import { renewSetupToken } from '../domain/instance.ts';
import { config } from '../lib/config.ts';

export async function greet(port: number | undefined): Promise<void> {
  const lines = ['', `Potluck is ready at ${config.baseUrl}`];
  if (port === undefined) lines[1] = 'Potluck’s worker is ready';
  else {
    lines.push(`  listening   http://${config.bindHost}:${port}`);
    lines.push(`  API docs    ${config.baseUrl}/api/docs`);
    const token = await renewSetupToken();
    if (token)
      lines.push(
        `  set-up      ${config.baseUrl}/setup?token=${token}  (once, makes the first administrator)`,
      );
  }
  lines.push(`  database    ${config.databaseUrl ? 'external' : `embedded, in ${config.dataDir}`}`);
  lines.push(`  queue       ${config.redisUrl ? 'Redis' : 'PostgreSQL'}`);
  if (!config.federates) {
    lines.push('', 'Nothing goes to or comes from other servers while the origin is localhost.');
    lines.push('Set BASE_URL to the https origin that others will reach, before you publish.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
