/** The settings pages for filters: words that the member does not want to read. */
import { Hono } from 'hono';
import { filterContexts } from '../../db/vocabulary.ts';
import {
  createFilter,
  deleteFilter,
  type Filter,
  type FilterDraft,
  getFilter,
  listFilters,
  updateFilter,
} from '../../domain/filters/filters.ts';
import { maxFilters, maxKeywords, maxPhraseLength } from '../../domain/filters/limits.ts';
import { newFilter } from '../../http/input/account.ts';
import { readId } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { type FieldErrors, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty, Note } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm, SelectField } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { settingsForm, settingsPage } from './layout.tsx';

const path = '/settings/filters';
const saved = `${path}?saved=yes`;

export const filters = new Hono()
  .get(path, memberPage(list))
  .get(`${path}/new`, memberPage(newPage))
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
  .get(`${path}/:id`, memberPage(editPage))
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
  const context = actionContext(visitor)!;
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

// The form of a filter: its words, one per line, where it applies, and for how long

interface FormValues {
  title: string;
  /** One phrase per line. */
  words: string;
  /** One per line. They are also found inside of words. */
  parts: string;
  contexts: string[];
  action: string;
  expires: string;
}

const emptyValues: FormValues = {
  title: '',
  words: '',
  parts: '',
  action: 'warn',
  expires: 'never',
  contexts: [...filterContexts],
};

function valuesOf({ title, keywords, contexts, action, expiresAt }: Filter): FormValues {
  const lines = (areWhole: boolean) =>
    keywords
      .filter(({ wholeWord }) => wholeWord === areWhole)
      .map(({ phrase }) => phrase)
      .join('\n');
  const expires = expiresAt === null ? 'never' : 'keep';
  return { title, words: lines(true), parts: lines(false), contexts, action, expires };
}

const submittedValues = (fields: URLSearchParams): FormValues => ({
  title: fields.get('title') ?? '',
  words: fields.get('words') ?? '',
  parts: fields.get('parts') ?? '',
  contexts: fields.getAll('context'),
  action: fields.get('action') ?? '',
  expires: fields.get('expires') ?? '',
});

const daysUntil: Record<string, number> = { day: 1, week: 7, month: 30 };

/** `expiresAt` is the present one. Throws validation_failed. */
function readFilter(fields: URLSearchParams, expiresAt: Date | null): FilterDraft {
  const { words, parts, expires, ...values } = submittedValues(fields);
  const phrases = [...phrasesOf(words, true), ...phrasesOf(parts, false)];
  if (phrases.length === 0) throw invalid('words', t('filters.words-missing'));
  if (phrases.length > maxKeywords) throw invalid('words', t('filters.words-too-many', { maxKeywords }));
  const days = daysUntil[expires];
  const end = days === undefined ? null : new Date(Date.now() + days * 86_400_000);
  const kept = expires === 'keep' ? expiresAt : end;
  return parseOrThrow(newFilter, { ...values, keywords: phrases, expires_at: kept?.toISOString() ?? null });
}

function phrasesOf(lines: string, isWhole: boolean) {
  const phrases = new Set(lines.split('\n').map((line) => line.trim()));
  phrases.delete('');
  return [...phrases].map((phrase) => ({ phrase, whole_word: isWhole }));
}

interface FormState {
  values: FormValues;
  errors: FieldErrors;
  /** Whether the filter has an end, which can be kept. */
  expires: boolean;
}

function FilterForm({
  visitor,
  path,
  state: { values, errors, expires },
}: {
  visitor: MemberVisitor;
  path: string;
  state: FormState;
}) {
  const kept = expires ? (['keep'] as const) : [];
  const lengths = ['never', ...kept, 'day', 'week', 'month'] as const;
  return (
    <PostForm visitor={visitor} action={path}>
      {errors.base ? <Note kind="bad">{errors.base.join(', ')}</Note> : null}
      <Field
        name="title"
        label={t('filters.name')}
        value={values.title}
        hint={t('filters.name-hint')}
        errors={errors.title}
        attributes={{ required: true, maxlength: 100 }}
      />
      <Field
        name="words"
        label={t('filters.whole-words')}
        type="textarea"
        value={values.words}
        hint={t('filters.whole-words-hint')}
        errors={errorsOfWords(errors)}
        attributes={{ rows: 4 }}
      />
      <Field
        name="parts"
        label={t('filters.parts')}
        type="textarea"
        value={values.parts}
        hint={t('filters.parts-hint')}
        attributes={{ rows: 2 }}
      />
      <SelectField
        name="action"
        label={t('filters.action')}
        value={values.action}
        errors={errors.action}
        options={(['warn', 'hide'] as const).map((each) => [each, t(`filters.action-${each}`)])}
      />
      <fieldset>
        <legend>{t('filters.where')}</legend>
        {errors.contexts ? <p class="error">{t('filters.place-missing')}</p> : null}
        {filterContexts.map((each) => (
          <Checkbox
            name="context"
            value={each}
            label={t(`filters.context-${each}`)}
            checked={values.contexts.includes(each)}
          />
        ))}
      </fieldset>
      <SelectField
        name="expires"
        label={t('filters.expires')}
        value={values.expires}
        options={lengths.map((each) => [each, t(`filters.expires-${each}`)])}
      />
      <Choices action={t('common.save')} back="/settings/filters" cancel={t('filters.cancel')} />
    </PostForm>
  );
}

/** The API names the place of a phrase in the list, which the form does not show. */
function errorsOfWords({ words, keywords, ...rest }: FieldErrors): string[] | undefined {
  const isAnyTooLong = Object.keys(rest).some((name) => name.startsWith('keywords['));
  return words ?? keywords ?? (isAnyTooLong ? [t('filters.word-too-long', { maxPhraseLength })] : undefined);
}
