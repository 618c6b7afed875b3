/** The admin page for background jobs and the quarantine. */
import { Hono } from 'hono';
import { countJobsByName } from '../../domain/instance/instance.ts';
import { listQuarantinedJobs, replayJob } from '../../domain/instance/upkeep.ts';
import { jobs as catalogue } from '../../jobs/catalogue.ts';
import { excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { adminContent, adminForm, adminPage, FormButton, Row, Rows } from './layout.tsx';

const maxJobs = 100;
const path = '/admin/jobs';
const known = new Map(Object.values(catalogue).map((job) => [job.name as string, job]));

export const jobs = new Hono()
  .get(
    path,
    adminPage('operate', async (visitor) => {
      const [openJobs, quarantinedJobs] = await Promise.all([countJobsByName(), listQuarantinedJobs(maxJobs)]);
      const open = openJobs.map(({ job, oldest_due, ...counts }) => (
        <Row
          text={
            <>
              <strong>{jobName(job)}</strong>{' '}
              <span class="hint">
                <code>{job}</code>, {queueText(job)}
              </span>
              <br />
              {t('admin-jobs.counts', {
                ...counts,
                isWaiting: oldest_due >= 1 ? 'yes' : 'no',
                duration: t('time.seconds', { n: Math.round(oldest_due) }),
              })}
            </>
          }
        />
      ));
      const list = quarantinedJobs.map(({ id, job, payload, errors, last_error, quarantined_at }) => (
        <Row
          text={
            <>
              <strong>{jobName(job)}</strong>{' '}
              <span class="hint">
                <code>{job}</code>,{' '}
                {t('admin-jobs.errors', { time: quarantined_at.toISOString().slice(0, 16).replace('T', ' '), errors })}
              </span>
              <br />
              <code>{excerpt(JSON.stringify(payload), 300)}</code>
              <br />
              <bdi>{excerpt(last_error ?? '', 300)}</bdi>
            </>
          }
          buttons={[
            <FormButton visitor={visitor} action={`${path}/replay`} label={t('admin-jobs.retry')} fields={{ id }} />,
          ]}
        />
      ));
      const body = (
        <>
          <p>
            <a href="/admin/queues">{t('admin-jobs.dashboard')}</a>{' '}
            <span class="hint">{t('admin-jobs.read-only')}</span>
          </p>
          <Rows list={open} empty={t('admin-jobs.none-open')} />
          <h2>{t('admin-jobs.quarantined')}</h2>
          <Rows list={list} empty={t('admin-jobs.none-quarantined')} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-jobs'), body);
    }),
  )
  .post(
    `${path}/replay`,
    adminForm('operate', async ({ moderator, fields }) => {
      const id = fields.get('id') ?? '';
      await replayJob(moderator, id);
      return `${path}?done=replay-job`;
    }),
  );

/** The outbox may hold jobs of another version of the server. */
function jobName(job: string): string {
  const name = known.get(job)?.name;
  return name ? t(`admin-jobs.job-${name}`) : job;
}

function queueText(job: string): string {
  const name = known.get(job)?.queue;
  return name ? t('admin-jobs.queue', { name }) : t('admin-jobs.unknown-queue');
}
