/** Fields of the forms of recipes. */
import type { Child } from 'hono/jsx';
import { type Nutrition, nutrients } from '../../db/recipe-details.ts';
import { amountText, numbersText, unitText } from '../../domain/recipes/amount-text.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { type PreviewedIngredient, previewIngredient } from '../../recipe-import/ingredient-list.ts';
import { Field } from '../components/fields.tsx';
import { richText, visuallyHidden } from '../components/texts.tsx';
import { scriptForm } from '../forms/member-page.ts';
import { errorsOf } from './form.tsx';
import { splitIngredients } from './recipe-text.ts';

// Shows how ingredient lines are read

/** The script waits until nobody has typed for a while. */
const readingLimit: RateLimit = { name: 'reading', quota: 200, windowSeconds: 300 };
const maxLines = 200;
export const maxCharacters = 50_000;

function readLines(text: string): PreviewedIngredient[] {
  const lines = splitIngredients(text.slice(0, maxCharacters)).slice(0, maxLines);
  return lines.map(({ line, group }) => previewIngredient(parseIngredientLine(line, group)));
}

/** Empty without ingredients. */
export function IngredientReading({ text, isOpen = true }: { text: string; isOpen?: boolean }) {
  const read = readLines(text);
  if (read.length === 0) return null;
  return (
    <>
      {isOpen && <h2>{t('write.reading')}</h2>}
      <IngredientTable lines={read} name={t('import.this-recipe')} isOpen={isOpen} />
    </>
  );
}

/** `name` is the recipe's, for screen readers. */
export function IngredientTable({
  lines,
  name,
  isOpen,
}: {
  lines: PreviewedIngredient[];
  name: string;
  isOpen: boolean;
}) {
  if (lines.length === 0) return null;
  const unclear = lines.filter(({ isUnderstood }) => !isUnderstood).length;
  return (
    <details open={isOpen}>
      <summary>
        {richText('import.ingredients-read', {
          count: lines.length,
          unclear,
          name,
          hidden: visuallyHidden,
        })}
      </summary>
      <table class="read-lines">
        <thead>
          <tr>
            <th scope="col">{t('import.amount')}</th>
            <th scope="col">{t('import.unit')}</th>
            <th scope="col">{t('import.ingredient')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <>
              <GroupHeading ingredient={line} before={lines[at - 1]} />
              <Row line={line} />
            </>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function GroupHeading({
  ingredient: { group },
  before,
}: {
  ingredient: PreviewedIngredient;
  before: PreviewedIngredient | undefined;
}) {
  if (group === null || group === before?.group) return null;
  return (
    <tr>
      <th scope="rowgroup" colspan={3}>
        {group}
      </th>
    </tr>
  );
}

function Row({ line }: { line: PreviewedIngredient }) {
  const { name, note, text, isUnderstood } = line;
  const { language } = reader();
  const unclear = isUnderstood ? null : (
    <>
      {' '}
      <span class="chip bad">{t('import.please-check')}</span>
      <br />
      <span class="hint">{t('import.written-as', { text })}</span>
    </>
  );
  return (
    <tr>
      <td>{numbersText(line, language)}</td>
      <td>{unitText(line, language)}</td>
      <td>
        {name}
        {note ? <span class="hint">, {note}</span> : null}
        {unclear}
      </td>
    </tr>
  );
}

/** Answers the script of the form with a text for each line that is no heading. */
export const postIngredientReading = scriptForm(
  ({ c, fields }) => {
    const { language } = reader();
    const lines = readLines(fields.get('ingredients') ?? '').map(({ isUnderstood, name, note, ...amount }) => ({
      text: [amountText(amount, language), name, note].filter(Boolean).join(' · '),
      isUnderstood,
    }));
    return c.json({ lines }, 200, { 'Cache-Control': 'private, no-store' });
  },
  { rateLimit: readingLimit, loggedOut: 'write.log-in-again' },
);

// Renders the ingredients and the method of the recipe form. The script shows each line and each step as a row

const Rows = ({ kind, texts, children }: { kind: 'ingredients' | 'steps'; texts: object; children: Child }) => (
  <div class="with-rows" data-rows={kind} data-texts={JSON.stringify({ ...texts, ...rowTexts() })}>
    {children}
  </div>
);

const rowTexts = () => ({
  move: t('write.move-row'),
  moved: t('write.moved-row', { place: '{place}', count: '{count}' }),
  pasted: t('write.pasted'),
  undo: t('actions.undo'),
});

/** The reading is that of the last time the page was loaded, for browsers without script. */
export function IngredientText({ value, errors }: { value: string; errors: string[] }) {
  const texts = {
    row: t('write.ingredient-number', { n: '{n}' }),
    add: t('write.add-ingredient'),
    remove: t('write.remove-ingredient'),
    check: t('import.please-check'),
  };
  return (
    <Rows kind="ingredients" texts={texts}>
      <Field
        name="ingredients"
        label={t('write.ingredients')}
        type="textarea"
        value={value}
        errors={errors}
        hint={t('write.ingredients-hint')}
        attributes={{ rows: 10, spellcheck: 'true' }}
      />
      <div class="reading no-script">
        <IngredientReading text={value} isOpen={false} />
      </div>
    </Rows>
  );
}

export function StepText({ value, errors }: { value: string; errors: string[] }) {
  const texts = {
    row: t('write.step-number', { n: '{n}' }),
    add: t('write.add-step'),
    remove: t('write.remove-step'),
  };
  return (
    <Rows kind="steps" texts={texts}>
      <Field
        name="steps"
        label={t('write.method')}
        type="textarea"
        value={value}
        errors={errors}
        hint={t('write.method-hint')}
        attributes={{ rows: 14, spellcheck: 'true' }}
      />
    </Rows>
  );
}

// The fields of the recipe form for nutrition, as texts for one serving

const examples = (): Partial<Record<(typeof nutrients)[number], string>> => ({
  servingSize: t('nutrition.example-serving'),
  calories: '240 kcal',
  proteinContent: '8 g',
});

export const nutritionValues = (nutrition: Nutrition): [string, string][] =>
  nutrients.map((name) => [name, nutrition[name] ?? '']);

/** Returns the input of the API. */
export const readNutrition = (fields: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(nutrients.map((name) => [name, (fields.get(name) ?? '').trim() || null]));

/** Open if a field has an error. */
export function NutritionInputs({ values, errors }: { values: URLSearchParams; errors: FieldErrors }) {
  const isOpen = errorsOf(errors, 'nutrition').length > 0;
  const input = (name: (typeof nutrients)[number]) => {
    const example = examples()[name];
    return (
      <Field
        name={name}
        label={t(`nutrition.${name}`)}
        value={values.get(name) ?? ''}
        errors={errorsOf(errors, `nutrition.${name}`)}
        attributes={{ maxlength: 100, ...(example && { placeholder: example }) }}
      />
    );
  };
  return (
    <details open={isOpen}>
      <summary>{t('nutrition.per-serving')}</summary>
      <div class="field-row">{nutrients.map(input)}</div>
    </details>
  );
}
