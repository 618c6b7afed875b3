/** The front page until the server is set up: it says where the set-up link is. */
import { isSetUp } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import type { PageContent, Visitor } from './components/page-handler.tsx';
import { richText } from './components/texts.tsx';

/** Returns `show`, or the hint as long as nobody has an account. */
export const onceSetUp =
  (show: (visitor: Visitor) => Promise<PageContent>) =>
  async (visitor: Visitor): Promise<PageContent> =>
    (await isSetUp()) ? show(visitor) : hint();

const setupCommand = 'docker compose exec web node dist/cli.js setup-link';

const Code = ({ command }: { command: string }) => <code>{command}</code>;

function hint(): PageContent {
  const body = (
    <>
      <h1>{t('setup.almost-ready')}</h1>
      <p>{richText('setup.no-account-yet', { host: <strong>{config.host}</strong> })}</p>
      <p>{richText('setup.open-the-link', { address: <strong>{`${config.baseUrl}/setup?token=`}</strong> })}</p>
      <ul>{config.production ? inProduction() : inTerminal()}</ul>
      {config.production ? '' : <p>{t('setup.link-gone')}</p>}
    </>
  );
  return { title: t('setup.almost-ready'), body, layout: { width: 'text' } };
}

const inTerminal = () => <li>{richText('setup.where-terminal', { command: <Code command="npm start" /> })}</li>;

/** There the output of the server is a log, in which the link must not be. */
const inProduction = () => (
  <>
    <li>{richText('setup.where-container', { command: <Code command={setupCommand} /> })}</li>
    <li>{richText('setup.where-systemd', { command: <Code command="potluck setup-link" /> })}</li>
  </>
);
