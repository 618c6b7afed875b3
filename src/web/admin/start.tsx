/** The page that the owner sees after set-up: what to do next, and whether the server is healthy. */
import { Hono } from 'hono';
import { runAllChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics, getInstanceProfile } from '../../domain/instance/instance.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { CheckResults, HealthSummary } from '../components/elements.tsx';
import { richText } from '../components/texts.tsx';
import { type NextStep, NextSteps } from '../timelines/welcome.tsx';
import { type AdminVisitor, adminPage } from './layout.tsx';

export const start = new Hono().get('/admin/start', adminPage('operate', show));

async function show({ session }: AdminVisitor) {
  const [found, steps] = await Promise.all([runAllChecks(), listSteps()]);
  const lead = richText('admin-start.lead', {
    strong: (content) => <strong>{content}</strong>,
    address: `@${session.username}@${config.host}`,
  });
  const checksHint = richText('admin-start.checks-hint', {
    link: (content) => <a href="/admin">{content}</a>,
    code: (content) => <code>{content}</code>,
  });
  const apps = richText('admin-start.apps-text', {
    apilink: (content) => <a href="/api/docs">{content}</a>,
    settingslink: (content) => <a href="/settings/apps">{content}</a>,
  });
  const body = (
    <>
      <h1>{t('admin-start.title')}</h1>
      <p class="lead">{lead}</p>
      <h2>{t('admin-start.next-steps')}</h2>
      <NextSteps steps={steps} />
      <h2>{t('admin-start.server-checks')}</h2>
      <HealthSummary list={found} />
      <CheckResults list={found} />
      <p class="hint">{checksHint}</p>
      <h2>{t('admin-start.apps')}</h2>
      <p>{apps}</p>
    </>
  );
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
