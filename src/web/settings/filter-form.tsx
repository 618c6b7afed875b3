/** The form of a filter: its words, one per line, where it applies, and for how long. */
import { filterContexts } from '../../db/vocabulary.ts';
import type { Filter, FilterDraft } from '../../domain/filters/filters.ts';
import { maxKeywords, maxPhraseLength } from '../../domain/filters/limits.ts';
import { newFilter } from '../../http/input/account.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { type FieldErrors, invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { Note } from '../components/elements.tsx';
import { Checkbox, Field, SelectField } from '../components/fields.tsx';
import type { MemberVisitor } from '../forms/member-page.ts';
import { FormTokenField } from './layout.tsx';

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

export const emptyValues: FormValues = {
  title: '',
  words: '',
  parts: '',
  action: 'warn',
  expires: 'never',
  contexts: [...filterContexts],
};

export function valuesOf({ title, keywords, contexts, action, expiresAt }: Filter): FormValues {
  const lines = (areWhole: boolean) =>
    keywords
      .filter(({ wholeWord }) => wholeWord === areWhole)
      .map(({ phrase }) => phrase)
      .join('\n');
  const expires = expiresAt === null ? 'never' : 'keep';
  return { title, words: lines(true), parts: lines(false), contexts, action, expires };
}

export const submittedValues = (fields: URLSearchParams): FormValues => ({
  title: fields.get('title') ?? '',
  words: fields.get('words') ?? '',
  parts: fields.get('parts') ?? '',
  contexts: fields.getAll('context'),
  action: fields.get('action') ?? '',
  expires: fields.get('expires') ?? '',
});

const daysUntil: Record<string, number> = { day: 1, week: 7, month: 30 };

/** `expiresAt` is the present one. Throws validation_failed. */
export function readFilter(fields: URLSearchParams, expiresAt: Date | null): FilterDraft {
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

export function FilterForm({
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
    <form method="post" action={path}>
      <FormTokenField visitor={visitor} />
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
      <div class="choices">
        <button>{t('common.save')}</button>
        <a class="button quiet" href="/settings/filters">
          {t('filters.cancel')}
        </a>
      </div>
    </form>
  );
}

/** The API names the place of a phrase in the list, which the form does not show. */
function errorsOfWords({ words, keywords, ...rest }: FieldErrors): string[] | undefined {
  const isAnyTooLong = Object.keys(rest).some((name) => name.startsWith('keywords['));
  return words ?? keywords ?? (isAnyTooLong ? [t('filters.word-too-long', { maxPhraseLength })] : undefined);
}
