/** The admin page with the log of what moderators and administrators did. */
import { Hono } from 'hono';
import { undoAction } from '../../domain/moderation/decisions.ts';
import { listAdminActions } from '../../domain/roles/admin-log.ts';
import { readId } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { Empty, Pager } from '../components/elements.tsx';
import { actionText, SubjectText } from './action-text.tsx';
import { adminForm, adminPage } from './guard.ts';
import { adminContent, beforeId, FormButton, olderThan, Row, Rows } from './layout.tsx';

const perPage = 50;
const path = '/admin/log';

export const actionLog = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const found = await listAdminActions(beforeId(visitor), perPage + 1);
      const list = found
        .slice(0, perPage)
        .map(({ id, name, action, subject, reason, createdAt, undoneAt, canUndo, owner }) => (
          <Row
            text={
              <>
                <strong>{actionText(action)}</strong>{' '}
                {owner ? (
                  <>
                    <bdi>@{owner}</bdi>{' '}
                  </>
                ) : null}
                <SubjectText action={action} subject={subject} />
                {undoneAt ? (
                  <>
                    {' '}
                    <span class="chip">{t('admin-log.undone')}</span>
                  </>
                ) : null}
                <br />
                <span class="hint">
                  @{name}, {createdAt.toISOString().slice(0, 19).replace('T', ' ')}
                </span>
                {reason ? <p class="admin-quote">{reason}</p> : null}
              </>
            }
            buttons={[
              canUndo ? <FormButton token={visitor.token} action={`${path}/${id}/undo`} label={t('admin.undo')} /> : '',
            ]}
          />
        ));
      const body = (
        <>
          {list.length > 0 ? <Rows list={list} /> : <Empty>{t('admin-log.empty')}</Empty>}
          <Pager newer={null} older={olderThan(found, perPage, path)} />
        </>
      );
      return adminContent(visitor, path, t('admin.section-log'), body);
    }),
  )
  .post(
    `${path}/:id/undo`,
    adminForm('moderate', async ({ c, moderator }) => {
      await undoAction(moderator, readId(c.req.param('id')!) ?? 0);
      return `${path}?done=undo`;
    }),
  );
