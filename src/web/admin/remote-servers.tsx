/** The admin page for other servers: their state and pending deliveries. */
import { Hono } from 'hono';
import { type HostReport, listHosts, retryHost } from '../../domain/instance/hosts.ts';
import { excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { richText } from '../components/texts.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage, FormButton, Row, Rows } from './layout.tsx';

const maxHosts = 200;
const path = '/admin/hosts';

export const remoteServers = new Hono()
  .get(
    path,
    adminPage('operate', async (visitor) => {
      const list = (await listHosts(maxHosts)).map((host) => (
        <Row text={<DescribeHost host={host} />} buttons={hostButtons(host, visitor)} />
      ));
      const body = (
        <>
          <p class="hint">{t('admin-servers.pending-first', { max: maxHosts })}</p>
          <Rows list={list} empty={t('admin-servers.none-known')} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-servers'), body);
    }),
  )
  .post(
    `${path}/retry`,
    adminForm('operate', async ({ moderator, fields }) => {
      const host = fields.get('host') ?? '';
      await retryHost(moderator, host);
      return `${path}?done=retry-host`;
    }),
  );

const hostButtons = ({ host, deliveries, circuit, blocked }: HostReport, visitor: AdminVisitor) => {
  const isStuck = deliveries.pending + deliveries.failed > 0 || circuit !== 'closed';
  return [
    isStuck && !blocked ? (
      <FormButton visitor={visitor} action={`${path}/retry`} label={t('admin-servers.retry-now')} fields={{ host }} />
    ) : (
      ''
    ),
    blocked ? (
      ''
    ) : (
      <a class="button quiet small" href={`/admin/domains?host=${encodeURIComponent(host)}`}>
        {t('admin-servers.block')}
      </a>
    ),
  ];
};

function DescribeHost({
  host: { host, software, circuit, blocked, deliveries, accounts, ...rest },
}: {
  host: HostReport;
}) {
  const { lastSuccessAt, lastFailureAt, lastError, openUntil, slowSince } = rest;
  const state = blocked ? 'blocked' : circuit;
  const history = richText('admin-servers.history', {
    lastSuccess: formatTime(lastSuccessAt),
    isSlow: slowSince ? 'yes' : 'no',
    slowSince: formatTime(slowSince),
    isPaused: openUntil ? 'yes' : 'no',
    pausedUntil: formatTime(openUntil),
    hasError: lastError ? 'yes' : 'no',
    lastFailure: formatTime(lastFailureAt),
    error: <bdi>{excerpt(lastError ?? '', 200)}</bdi>,
  });
  return (
    <>
      <strong>{host}</strong>{' '}
      {state === 'closed' ? null : <span class="chip">{t(`admin-servers.circuit-${state}`)}</span>}{' '}
      <span class="hint">
        <bdi>{software ?? ''}</bdi>
      </span>{' '}
      <br />
      {t('admin-servers.counts', { ...deliveries, accounts })}
      <br />
      <span class="hint">{history}</span>
    </>
  );
}

const formatTime = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace('T', ' ') : t('admin-servers.never');
