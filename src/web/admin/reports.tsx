/** The admin page that lists reports. */
import { Hono } from 'hono';
import type { ReportCategory } from '../../db/vocabulary.ts';
import { countOpenAppeals } from '../../domain/moderation/members.ts';
import { listReports, type Report } from '../../domain/moderation/reports.ts';
import { excerpt } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { Empty, Pager } from '../components/elements.tsx';
import { Day, richText } from '../components/texts.tsx';
import { adminPage } from './guard.ts';
import { adminContent, beforeId, olderThan, Row, Rows } from './layout.tsx';

const perPage = 20;
const path = '/admin/reports';

export const categoryText = (category: ReportCategory): string => t(`admin-reports.category-${category}`);

export const reports = new Hono().get(
  path,
  adminPage('moderate', async (visitor) => {
    const resolved = visitor.c.req.query('resolved') === 'yes';
    const [found, appeals] = await Promise.all([
      listReports({ resolved, before: beforeId(visitor), limit: perPage + 1 }),
      countOpenAppeals(),
    ]);
    const here = resolved ? `${path}?resolved=yes` : path;
    const links = (
      <p>
        {resolved ? (
          <a href={path}>{t('admin-reports.open-reports')}</a>
        ) : (
          <a href={`${path}?resolved=yes`}>{t('admin-reports.closed-reports')}</a>
        )}{' '}
        · <a href="/admin/appeals">{t('admin-reports.appeals')}</a>
        {appeals > 0 && (
          <>
            {' '}
            <span class="chip">{t('admin-reports.appeals-open', { count: appeals })}</span>
          </>
        )}
      </p>
    );
    const list = found.slice(0, perPage);
    const body = (
      <>
        {links}
        {list.length > 0 ? (
          <ReportList list={list} />
        ) : (
          <Empty>{resolved ? t('admin-reports.none-closed') : t('admin-reports.none-open')}</Empty>
        )}
        <Pager newer={null} older={olderThan(found, perPage, here)} />
      </>
    );
    return adminContent(visitor, path, resolved ? t('admin-reports.closed-reports') : t('admin.section-reports'), body);
  }),
);

export function ReportList({ list }: { list: Report[] }) {
  if (list.length === 0) return <Empty>{t('admin-reports.none')}</Empty>;
  return (
    <Rows
      list={list.map(({ id, account, reporter, comment, category, createdAt, resolvedAt, eventableIds }) => {
        const known = { category: categoryText(category), posts: eventableIds.length, date: <Day date={createdAt} /> };
        const line = reporter
          ? richText('admin-reports.listed', { ...known, reporter: <bdi>{addressOf(reporter)}</bdi> })
          : richText('admin-reports.listed-of-deleted', known);
        return (
          <Row
            text={
              <>
                <a href={`${path}/${id}`}>
                  {richText('admin-reports.about', { account: <bdi>{addressOf(account)}</bdi> })}
                </a>
                {resolvedAt ? (
                  <>
                    {' '}
                    <span class="chip">{t('admin-reports.closed')}</span>
                  </>
                ) : null}
                <br />
                <span class="hint">{line}</span>
                <p class="admin-quote">{comment ? excerpt(comment, 300) : t('admin-reports.no-comment')}</p>
              </>
            }
          />
        );
      })}
    />
  );
}
