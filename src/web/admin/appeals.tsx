/** The admin page for appeals against decisions. */
import { Hono } from 'hono';
import { type Appeal, answerAppeal, listAppeals } from '../../domain/moderation/members.ts';
import { idInPath } from '../../http/pagination.ts';
import { t } from '../../lib/language/text.ts';
import { addressOf } from '../components/account.tsx';
import { Field, PostForm } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { appealState, decisionTitle } from '../components/value-texts.tsx';
import { itemTexts } from './account-facts.tsx';
import { type AdminVisitor, adminContent, adminForm, adminPage, Row, Rows } from './layout.tsx';

const path = '/admin/appeals';

export const appeals = new Hono()
  .get(
    path,
    adminPage('moderate', async (visitor) => {
      const closed = visitor.c.req.query('closed') === 'yes';
      const list = (await listAppeals(visitor.moderator, { closed })).map((each) => (
        <Row text={<Description appeal={each} visitor={visitor} />} />
      ));
      const other = closed ? (
        <p>
          <a href={path}>{t('admin-reports.open-appeals')}</a>
        </p>
      ) : (
        <p>
          <a href={`${path}?closed=yes`}>{t('admin-reports.answered-appeals')}</a>
        </p>
      );
      const body = (
        <>
          {other}
          <Rows
            list={list}
            empty={closed ? t('admin-reports.no-answered-appeals') : t('admin-reports.no-open-appeals')}
          />
        </>
      );
      return adminContent(
        visitor,
        '/admin/reports',
        closed ? t('admin-reports.answered-appeals') : t('admin-reports.appeals'),
        body,
      );
    }),
  )
  .post(
    `${path}/:id/answer`,
    adminForm('moderate', async ({ c, moderator, fields }) => {
      const answer = (fields.get('answer') ?? '').trim().slice(0, 2_000);
      const isGranted = fields.get('decision') === 'grant';
      await answerAppeal(moderator, idInPath(c), { isGranted, answer });
      return `${path}?done=appeal`;
    }),
  );

function Description({ appeal: { decision, account, moderator }, visitor }: { appeal: Appeal; visitor: AdminVisitor }) {
  const { id, action, text, items, createdAt, appeal, appealAnswer, appealClosedAt } = decision;
  const form = (
    <PostForm visitor={visitor} class="admin-form" action={`${path}/${id}/answer`}>
      <Field
        name="answer"
        id={`answer-${id}`}
        label={t('admin-reports.answer')}
        type="textarea"
        attributes={{ maxlength: 2_000, rows: 2 }}
      />
      <div class="admin-actions">
        <button name="decision" value="grant">
          {t('admin-reports.grant-appeal')}
        </button>
        <button class="quiet" name="decision" value="reject">
          {t('admin-reports.reject-appeal')}
        </button>
      </div>
    </PostForm>
  );
  const title = richText('admin-reports.decision-for', {
    strong: (content) => <strong>{content}</strong>,
    decision: decisionTitle(action),
    link: (content) => <a href={`/admin/people/${account.id}`}>{content}</a>,
    account: addressOf(account),
  });
  const date = <Day date={createdAt} />;
  const decidedBy = moderator
    ? richText('admin-reports.decided-by', { date, moderator })
    : richText('admin-reports.decided-by-operator', { date });
  return (
    <>
      {title}
      <br />
      <span class="hint">{decidedBy}</span>
      <p class="admin-quote">{text || t('admin-reports.no-reason')}</p>
      {itemTexts(items)}
      <h2>{t('admin-reports.appeal')}</h2>
      <p class="admin-quote">{appeal}</p>
      {appealClosedAt ? (
        <p>
          {richText('admin-reports.appeal-answered', {
            state: appealState(decision),
            date: <Day date={appealClosedAt} />,
            hasAnswer: appealAnswer ? 'yes' : 'no',
            answer: appealAnswer ?? '',
          })}
        </p>
      ) : (
        form
      )}
    </>
  );
}
