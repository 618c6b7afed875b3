/** The page that the owner sees after set-up: what to do next, and whether the server is healthy. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { runAllChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics, getInstanceProfile } from '../../domain/instance/instance.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { checkResults, note } from '../components/elements.ts';
import { richText } from '../components/texts.ts';
import { type NextStep, nextSteps } from '../welcome.ts';
import { type AdminVisitor, adminPage } from './guard.ts';

export const start = new Hono().get('/admin/start', adminPage('operate', show));

async function show({ session }: AdminVisitor) {
  const [found, steps] = await Promise.all([runAllChecks(), listSteps()]);
  const problems = found.filter(({ ok }) => !ok).length;
  const verdict =
    problems === 0
      ? note(t('admin-start.all-passed'), 'good')
      : note(t('admin-start.problems', { count: problems }), 'bad');
  const lead = richText('admin-start.lead', {
    strong: (content) => html`<strong>${content}</strong>`,
    address: `@${session.username}@${config.host}`,
  });
  const checksHint = richText('admin-start.checks-hint', {
    link: (content) => html`<a href="/admin">${content}</a>`,
    code: (content) => html`<code>${content}</code>`,
  });
  const apps = richText('admin-start.apps-text', {
    apilink: (content) => html`<a href="/api/docs">${content}</a>`,
    settingslink: (content) => html`<a href="/settings/apps">${content}</a>`,
  });
  const body = html`<h1>${t('admin-start.title')}</h1>
<p class="lead">${lead}</p>
<h2>${t('admin-start.next-steps')}</h2>${nextSteps(steps)}
<h2>${t('admin-start.server-checks')}</h2>${verdict}${checkResults(found)}<p class="hint">${checksHint}</p>
<h2>${t('admin-start.apps')}</h2><p>${apps}</p>`;
  return { title: t('admin-start.title'), body, layout: { width: 'text' as const } };
}

async function listSteps(): Promise<NextStep[]> {
  const [{ name, description, registration }, { members, items }] = await Promise.all([
    getInstanceProfile(),
    collectStatistics(),
  ]);
  return [
    {
      label: t('admin-start.describe-server'),
      path: '/admin/instance',
      text: t('admin-start.describe-server-text'),
      isDone: name !== config.host && description !== '',
    },
    {
      label: t('admin-start.decide-sign-up'),
      path: '/admin/instance#registration',
      text: t(`admin-start.sign-up-${registration}`),
    },
    {
      label: t('admin-start.invite'),
      path: registration === 'closed' ? '/admin/instance#registration' : '/register',
      text:
        registration === 'closed'
          ? t('admin-start.invite-closed')
          : t('admin-start.invite-address', { address: `${config.baseUrl}/register` }),
      isDone: members > 1,
    },
    {
      label: t('admin-start.first-recipe'),
      path: '/write/recipe',
      text: t('admin-start.first-recipe-text'),
      isDone: items > 0,
    },
    {
      label: t('admin-start.import-recipes'),
      path: '/settings/import',
      text: t('admin-start.import-recipes-text'),
    },
    {
      label: t('admin-start.introduce-yourself'),
      path: '/settings',
      text: t('admin-start.introduce-yourself-text'),
    },
    {
      label: t('admin-start.plan-backups'),
      path: '/admin',
      text: t('admin-start.plan-backups-text'),
    },
  ];
}
