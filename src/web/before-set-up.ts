/** The front page until the server is set up: it says where the set-up link is. */
import { html } from 'hono/html';
import { isSetUp } from '../domain/instance/set-up.ts';
import { config } from '../lib/config.ts';
import type { PageContent, Visitor } from './components/page-handler.ts';

/** Returns `show`, or the hint as long as nobody has an account. */
export const onceSetUp =
  (show: (visitor: Visitor) => Promise<PageContent>) =>
  async (visitor: Visitor): Promise<PageContent> =>
    (await isSetUp()) ? show(visitor) : hint();

function hint(): PageContent {
  const body = html`<h1>Almost ready</h1>
<p>Potluck is running at <strong>${config.host}</strong>, and nobody has an account yet.</p>
<p>If this is your server, open the set-up link that it printed when it started. It begins with <strong>${config.baseUrl}/setup?token=</strong> and works once. You find it:</p>
<ul><li>in the terminal, if you started it with <code>npm start</code></li>
<li>with <code>docker compose logs web</code>, if it runs in a container</li>
<li>with <code>journalctl -u potluck</code>, if systemd runs it</li></ul>
<p>The link is gone? Restart the server, and it prints a new one.</p>`;
  return { title: 'Almost ready', body, layout: { width: 'text' } };
}
