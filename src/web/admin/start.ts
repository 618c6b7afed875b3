/** The page that the owner sees after set-up: what to do next, and whether the server is healthy. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { runAllChecks } from '../../domain/instance/doctor/run-checks.ts';
import { getInstanceProfile } from '../../domain/instance/profile.ts';
import { collectStatistics } from '../../domain/instance/statistics.ts';
import { config } from '../../lib/config.ts';
import { checkResults } from '../components/check-results.ts';
import { note } from '../components/elements.ts';
import { type NextStep, nextSteps } from '../welcome/steps.ts';
import { type AdminVisitor, adminPage } from './guard.ts';

export const start = new Hono().get('/admin/start', adminPage('operate', show));

async function show({ session }: AdminVisitor) {
  const [found, steps] = await Promise.all([runAllChecks(), listSteps()]);
  const problems = found.filter(({ ok }) => !ok).length;
  const verdict =
    problems === 0
      ? note('All checks passed.', 'good')
      : note(problems === 1 ? '1 problem found.' : `${problems} problems found.`, 'bad');
  const body = html`<h1>Your server is ready</h1>
<p class="lead">You are <strong>@${session.username}@${config.host}</strong>, the owner of this server. These are good next steps.</p>
<h2>Next steps</h2>${nextSteps(steps)}
<h2>Server checks</h2>${verdict}${checkResults(found)}<p class="hint">You can run these checks at any time on the <a href="/admin">admin pages</a> or with <code>npm run cli -- doctor</code>.</p>
<h2>Apps</h2><p>Apps use the <a href="/api/docs">REST API</a>. You can create a token <a href="/settings/apps">in your settings</a>.</p>`;
  return { title: 'Your server is ready', body, layout: { width: 'text' as const } };
}

async function listSteps(): Promise<NextStep[]> {
  const [{ name, description, registration }, { members, items }] = await Promise.all([
    getInstanceProfile(),
    collectStatistics(),
  ]);
  return [
    {
      label: 'Describe your server',
      path: '/admin/instance',
      text: 'Its name, a description, rules and how to reach you.',
      isDone: name !== config.host && description !== '',
    },
    {
      label: 'Decide who can sign up',
      path: '/admin/instance#registration',
      text: registrationTexts[registration],
    },
    {
      label: 'Invite people',
      path: registration === 'closed' ? '/admin/instance#registration' : '/register',
      text:
        registration === 'closed'
          ? 'Open the registration first, or create accounts with “npm run cli -- account create NAME”.'
          : `Send them this address: ${config.baseUrl}/register`,
      isDone: members > 1,
    },
    {
      label: 'Write the first recipe',
      path: '/write/recipe',
      text: 'New visitors see it on the front page.',
      isDone: items > 0,
    },
    { label: 'Import recipes', path: '/settings/import', text: 'From a web page, another app or a file.' },
    { label: 'Introduce yourself', path: '/settings', text: 'A picture and a few words about you.' },
    {
      label: 'Plan backups',
      path: '/admin',
      text: '“npm run cli -- backup FILE” writes everything into one file. Keep a copy of it on another machine.',
    },
  ];
}

const registrationTexts = {
  closed: 'Nobody can sign up now.',
  approval: 'People can request an account now, and you approve each request.',
  open: 'Everybody can sign up now.',
};
