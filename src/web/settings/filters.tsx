/** The settings pages for filters: words that the member does not want to read. */
import { Hono } from 'hono';
import {
  createFilter,
  deleteFilter,
  type Filter,
  getFilter,
  listFilters,
  updateFilter,
} from '../../domain/filters/filters.ts';
import { maxFilters } from '../../domain/filters/limits.ts';
import { readId } from '../../http/pagination.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty } from '../components/elements.tsx';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { emptyValues, FilterForm, readFilter, submittedValues, valuesOf } from './filter-form.tsx';
import { settingsForm, settingsPage } from './layout.tsx';

const path = '/settings/filters';
const saved = `${path}?saved=yes`;

export const filters = new Hono()
  .get(path, memberPage(list))
  .get(
    `${path}/new`,
    memberPage(async (visitor) => newPage(visitor)),
  )
  .post(
    `${path}/new`,
    settingsForm(
      async ({ me, fields }) => {
        await createFilter(me, readFilter(fields, null));
        return saved;
      },
      (errors, form) => newPage(form, errors, form.fields),
    ),
  )
  .get(
    `${path}/:id`,
    memberPage((visitor) => editPage(visitor)),
  )
  .post(
    `${path}/:id`,
    settingsForm(
      async (form) => {
        const { expiresAt } = await getFromPath(form);
        await updateFilter(form.me, idOf(form), readFilter(form.fields, expiresAt));
        return saved;
      },
      (errors, form) => editPage(form, errors, form.fields),
    ),
  )
  .post(
    `${path}/:id/delete`,
    memberForm(async (form) => {
      const { title } = await getFromPath(form);
      const question = askFirst(form, { action: t('filters.delete'), about: title, back: path });
      if (question) return question;
      await deleteFilter(form.me, idOf(form));
      return saved;
    }),
  );

const idOf = ({ c }: Pick<MemberVisitor, 'c'>) => readId(c.req.param('id') ?? '') ?? 0;
const getFromPath = (visitor: MemberVisitor): Promise<Filter> => getFilter(visitor.me, idOf(visitor));

async function list(visitor: MemberVisitor) {
  const found = await listFilters(visitor.me);
  const context = { ...actionContext(visitor)!, back: path };
  const body = (
    <>
      <h2>{t('filters.title')}</h2>
      <p class="hint">{t('filters.about')}</p>
      {found.length > 0 ? (
        <ul class="rows">
          {found.map((filter) => (
            <Row filter={filter} context={context} />
          ))}
        </ul>
      ) : (
        <Empty>{t('filters.none')}</Empty>
      )}
      {found.length < maxFilters ? (
        <p>
          <a class="button" href={`${path}/new`}>
            {t('filters.add')}
          </a>
        </p>
      ) : (
        <p class="hint">{t('filters.too-many', { maxFilters })}</p>
      )}
    </>
  );
  return settingsPage(visitor, path, t('filters.title'), body);
}

function Row({
  filter: { id, title, contexts, action, keywords, expiresAt },
  context,
}: {
  filter: Filter;
  context: ActionContext;
}) {
  const phrases = keywords.map(({ phrase }) => phrase).join(', ');
  const words = () => <bdi>{phrases}</bdi>;
  const facts = [
    richText(action === 'hide' ? 'filters.hides' : 'filters.covers', { words }),
    contexts.map((each) => t(`filters.context-${each}`)).join(', '),
    ...expiry(expiresAt),
  ];
  return (
    <li>
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {facts.map((fact) => (
          <>
            <br />
            <span class="hint">{fact}</span>
          </>
        ))}
      </div>
      <div class="actions">
        <a class="button small quiet" href={`${path}/${id}`}>
          {t('filters.edit')}
          <span class="visually-hidden"> {title}</span>
        </a>
        <ActionButton
          context={context}
          action={`${path}/${id}/delete`}
          label={t('filters.delete')}
          hiddenText={title}
        />
      </div>
    </li>
  );
}

function expiry(expiresAt: Date | null) {
  if (expiresAt === null) return [];
  return [
    expiresAt > new Date() ? richText('filters.until', { day: () => <Day date={expiresAt} /> }) : t('filters.expired'),
  ];
}

function newPage(visitor: MemberVisitor, errors: FieldErrors = {}, fields: URLSearchParams | null = null) {
  const values = fields ? submittedValues(fields) : emptyValues;
  const form = <FilterForm visitor={visitor} path={`${path}/new`} state={{ values, errors, expires: false }} />;
  return settingsPage(
    visitor,
    path,
    t('filters.new'),
    <>
      <h2>{t('filters.new')}</h2>
      {form}
    </>,
  );
}

async function editPage(visitor: MemberVisitor, errors: FieldErrors = {}, fields: URLSearchParams | null = null) {
  const filter = await getFromPath(visitor);
  const values = fields ? submittedValues(fields) : valuesOf(filter);
  const expires = filter.expiresAt !== null;
  const form = <FilterForm visitor={visitor} path={`${path}/${filter.id}`} state={{ values, errors, expires }} />;
  return settingsPage(
    visitor,
    path,
    t('filters.change'),
    <>
      <h2>{t('filters.change')}</h2>
      {form}
    </>,
  );
}
