/** The admin overview: health at a glance, what waits for a decision, checks and figures. */
import { Hono } from 'hono';
import { runAllChecks, runChecks } from '../../domain/instance/doctor/run-checks.ts';
import { collectStatistics } from '../../domain/instance/instance.ts';
import { minRecordedItems } from '../../domain/instance/usage.ts';
import { may } from '../../domain/roles/permissions.ts';
import { t } from '../../lib/language/text.ts';
import { CheckResults, HealthSummary } from '../components/elements.tsx';
import { byteSize } from '../components/texts.tsx';
import { Waiting } from '../components/waiting.tsx';
import { type AdminVisitor, adminContent, adminPage, FactList } from './layout.tsx';

type Statistics = Awaited<ReturnType<typeof collectStatistics>>;

export const overview = new Hono().get(
  '/admin',
  adminPage('moderate', async (visitor) => {
    const mayOperate = may(visitor.session.role, 'operate');
    const [stock, health] = await Promise.all([collectStatistics(), mayOperate ? checkHealth(visitor) : null]);
    const body = (
      <>
        {health?.summary ?? ''}
        <WaitingList statistics={stock} visitor={visitor} />
        {health?.checks ?? ''}
        <h2>{t('admin-overview.figures')}</h2>
        {stock.items >= minRecordedItems && <p class="hint">{t('admin-overview.figures-hint')}</p>}
        <FigureList statistics={stock} />
      </>
    );
    return adminContent(visitor, '/admin', t('admin.section-overview'), body);
  }),
);

async function checkHealth({ c }: AdminVisitor) {
  const outside = c.req.query('outside') === 'yes';
  const found = await (outside ? runAllChecks() : runChecks());
  return {
    summary: <HealthSummary list={found} />,
    checks: (
      <>
        <h2>{t('admin-overview.health-checks')}</h2>
        <CheckResults list={found} />
        {outside ? null : (
          <p>
            <a href="/admin?outside=yes">{t('admin-overview.check-from-outside')}</a>{' '}
            <span class="hint">{t('admin-overview.check-from-outside-hint')}</span>
          </p>
        )}
      </>
    ),
  };
}

/** What only a person can decide. */
function WaitingList({
  statistics: { applications, open_reports, open_appeals, quarantined },
  visitor,
}: {
  statistics: Statistics;
  visitor: AdminVisitor;
}) {
  const toOperate = may(visitor.session.role, 'operate') ? quarantined : 0;
  const list = [
    [open_reports, '/admin/reports', 'admin-overview.waiting-reports'],
    [open_appeals, '/admin/appeals', 'admin-overview.waiting-appeals'],
    [applications, '/admin/accounts', 'admin-overview.waiting-requests'],
    [toOperate, '/admin/jobs', 'admin-overview.waiting-jobs'],
  ] as const;
  return <Waiting list={list} />;
}

function FigureList({ statistics: stock }: { statistics: Statistics }) {
  return (
    <FactList
      list={[
        [t('admin-overview.figure-accounts'), stock.members],
        [t('admin-overview.figure-suspended'), stock.suspended],
        [t('admin-overview.figure-items'), stock.items],
        [t('admin-overview.figure-requests'), stock.applications],
        [t('admin-overview.figure-open-reports'), stock.open_reports],
        [
          t('admin-overview.figure-oldest-due-job'),
          stock.oldestDue < 1 ? t('admin-overview.no-due-job') : t('time.seconds', { n: Math.round(stock.oldestDue) }),
        ],
        [t('admin-overview.figure-quarantined-jobs'), stock.quarantined],
        [t('admin-overview.figure-deliveries-pending'), stock.pending],
        [t('admin-overview.figure-deliveries-done'), stock.delivered],
        [t('admin-overview.figure-deliveries-failed'), stock.failed],
        [t('admin-overview.figure-local-pictures'), byteSize(stock.picture_bytes)],
        [t('admin-overview.figure-remote-pictures'), byteSize(stock.remote_bytes)],
        [t('admin-overview.figure-database'), byteSize(stock.database_bytes)],
      ]}
    />
  );
}
