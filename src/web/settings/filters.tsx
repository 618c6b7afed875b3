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
import { idInPath } from '../../http/pagination.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { DomainError, type FieldErrors, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { ActionButton, type ActionContext, actionContext } from '../components/actions.tsx';
import { Empty } from '../components/elements.tsx';
import { Checkbox, Choices, Field, PostForm, SelectField } from '../components/fields.tsx';
import { Day, richText } from '../components/texts.tsx';
import { askFirst } from '../forms/ask-first.tsx';
import { atFields, type MemberVisitor, memberForm, memberPage } from '../forms/member-page.ts';
import { settingsPage } from './layout.tsx';

const path = '/settings/filters';
const saved = `${path}?saved=yes`;

export const filters = new Hono()
  .get(path, memberPage(list))
  .get(`${path}/new`, memberPage(newPage))
  .post(
    `${path}/new`,
    memberForm(async ({ me, fields }) => {
      await atFields({ keywords: 'words' }, () => createFilter(me, readFilter(fields, null)));
      return saved;
    }),
  )
  .get(`${path}/:id`, memberPage(editPage))
  .post(
    `${path}/:id`,
    memberForm(async (form) => {
      const { id, expiresAt } = await getFromPath(form);
      await atFields({ keywords: 'words' }, () => updateFilter(form.me, id, readFilter(form.fields, expiresAt)));
      return saved;
    }),
  )
  .post(
    `${path}/:id/delete`,
    memberForm(async (form) => {
      const { id, title } = await getFromPath(form);
      const question = askFirst(form, { action: t('filters.delete'), about: title, back: path });
      if (question) return question;
      await deleteFilter(form.me, id);
      return saved;
    }),
  );

const getFromPath = ({ c, me }: MemberVisitor): Promise<Filter> => getFilter(me, idInPath(c));

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

function newPage(visitor: MemberVisitor) {
  return formPage(visitor, `${path}/new`, t('filters.new'), emptyValues);
}

async function editPage(visitor: MemberVisitor) {
  const filter = await getFromPath(visitor);
  return formPage(visitor, `${path}/${filter.id}`, t('filters.change'), valuesOf(filter));
}

function formPage(visitor: MemberVisitor, action: string, title: string, values: FormValues) {
  const body = (
    <>
      <h2>{title}</h2>
      <FilterForm visitor={visitor} action={action} values={values} />
    </>
  );
  return settingsPage(visitor, path, title, body);
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

const daysUntil: Record<string, number> = { day: 1, week: 7, month: 30 };

/** `expiresAt` is the present one. Throws validation_failed. */
function readFilter(fields: URLSearchParams, expiresAt: Date | null): FilterDraft {
  const value = (name: string) => fields.get(name) ?? '';
  const keywords = [...phrasesOf(value('words'), true), ...phrasesOf(value('parts'), false)];
  if (keywords.length === 0) throw invalid('words', t('filters.words-missing'));
  if (keywords.length > maxKeywords) throw invalid('words', t('filters.words-too-many', { maxKeywords }));
  const errors: FieldErrors = {};
  if (keywords.some(({ phrase }) => [...phrase].length > maxPhraseLength))
    errors.words = [t('filters.word-too-long', { maxPhraseLength })];
  if (!fields.has('context')) errors.context = [t('filters.place-missing')];
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
  const days = daysUntil[value('expires')];
  const end = days === undefined ? null : new Date(Date.now() + days * 86_400_000);
  const kept = value('expires') === 'keep' ? expiresAt : end;
  return parseOrThrow(newFilter, {
    title: value('title'),
    contexts: fields.getAll('context'),
    action: value('action'),
    keywords,
    expires_at: kept?.toISOString() ?? null,
  });
}

function phrasesOf(lines: string, isWhole: boolean) {
  const phrases = new Set(lines.split('\n').map((line) => line.trim()));
  phrases.delete('');
  return [...phrases].map((phrase) => ({ phrase, whole_word: isWhole }));
}

function FilterForm({ visitor, action, values }: { visitor: MemberVisitor; action: string; values: FormValues }) {
  const kept = values.expires === 'keep' ? (['keep'] as const) : [];
  const lengths = ['never', ...kept, 'day', 'week', 'month'] as const;
  return (
    <PostForm visitor={visitor} action={action}>
      <Field
        name="title"
        label={t('filters.name')}
        value={values.title}
        hint={t('filters.name-hint')}
        attributes={{ required: true, maxlength: 100 }}
      />
      <Field
        name="words"
        label={t('filters.whole-words')}
        type="textarea"
        value={values.words}
        hint={t('filters.whole-words-hint')}
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
        options={(['warn', 'hide'] as const).map((each) => [each, t(`filters.action-${each}`)])}
      />
      <fieldset>
        <legend>{t('filters.where')}</legend>
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
