/** The settings pages for filters: words that the member does not want to read. */
import { Hono } from 'hono';
import { html } from 'hono/html';
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
import { type ActionContext, actionButton, actionContext } from '../components/actions.ts';
import { empty } from '../components/elements.ts';
import { day, richText } from '../components/texts.ts';
import { type MemberVisitor, memberForm, memberPage } from '../member-page.ts';
import { emptyValues, filterForm, readFilter, submittedValues, valuesOf } from './filter-form.ts';
import { settingsForm, settingsPage } from './layout.ts';

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
      await deleteFilter(form.me, idOf(form));
      return saved;
    }),
  );

const idOf = ({ c }: Pick<MemberVisitor, 'c'>) => readId(c.req.param('id') ?? '') ?? 0;
const getFromPath = (visitor: MemberVisitor): Promise<Filter> => getFilter(visitor.me, idOf(visitor));

async function list(visitor: MemberVisitor) {
  const found = await listFilters(visitor.me);
  const context = { ...actionContext(visitor)!, back: path };
  const body = html`<h2>${t('filters.title')}</h2><p class="hint">${t('filters.about')}</p>
${found.length > 0 ? html`<ul class="rows">${found.map((filter) => row(filter, context))}</ul>` : empty(t('filters.none'))}
${found.length < maxFilters ? html`<p><a class="button" href="${path}/new">${t('filters.add')}</a></p>` : html`<p class="hint">${t('filters.too-many', { maxFilters })}</p>`}`;
  return settingsPage(visitor, path, t('filters.title'), body);
}

function row({ id, title, contexts, action, keywords, expiresAt }: Filter, context: ActionContext) {
  const phrases = keywords.map(({ phrase }) => phrase).join(', ');
  const words = () => html`<bdi>${phrases}</bdi>`;
  const facts = [
    richText(action === 'hide' ? 'filters.hides' : 'filters.covers', { words }),
    contexts.map((each) => t(`filters.context-${each}`)).join(', '),
    ...expiry(expiresAt),
  ];
  return html`<li><div><strong><bdi>${title}</bdi></strong>${facts.map((fact) => html`<br><span class="hint">${fact}</span>`)}</div><div class="actions"><a class="button small quiet" href="${path}/${id}">${t('filters.edit')}<span class="visually-hidden"> ${title}</span></a>${actionButton(context, `${path}/${id}/delete`, t('filters.delete'), { hiddenText: title })}</div></li>`;
}

function expiry(expiresAt: Date | null) {
  if (expiresAt === null) return [];
  return [expiresAt > new Date() ? richText('filters.until', { day: () => day(expiresAt) }) : t('filters.expired')];
}

function newPage(visitor: MemberVisitor, errors: FieldErrors = {}, fields: URLSearchParams | null = null) {
  const values = fields ? submittedValues(fields) : emptyValues;
  const form = filterForm(visitor, `${path}/new`, { values, errors, expires: false });
  return settingsPage(visitor, path, t('filters.new'), html`<h2>${t('filters.new')}</h2>${form}`);
}

async function editPage(visitor: MemberVisitor, errors: FieldErrors = {}, fields: URLSearchParams | null = null) {
  const filter = await getFromPath(visitor);
  const values = fields ? submittedValues(fields) : valuesOf(filter);
  const expires = filter.expiresAt !== null;
  const form = filterForm(visitor, `${path}/${filter.id}`, { values, errors, expires });
  return settingsPage(visitor, path, t('filters.change'), html`<h2>${t('filters.change')}</h2>${form}`);
}
