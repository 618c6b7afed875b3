/** Fields of the forms of recipes. */
import { type Nutrition, nutrients } from '../../db/recipe-details.ts';
import {
  type IngredientRow,
  type IngredientRowGroup,
  type StepRow,
  splitIngredients,
} from '../../domain/recipes/form.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { knownFoods } from '../../recipe-import/foods/foods.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { previewIngredient } from '../../recipe-import/ingredient-preview.ts';
import { Field } from '../components/fields.tsx';
import { type Html, pageHeaders } from '../components/layout.tsx';
import { IngredientTable } from '../import-preview.tsx';
import { scriptForm } from '../script-form.ts';
import { errorsOf } from './form.tsx';

// Renders the buttons that move a row of the recipe form. The style sheet hides those that have nowhere to go

interface Moves {
  kind: 'row' | 'step';
  /** The place of the row among all rows of this kind. */
  at: number;
  /** The places where the row is afterwards, to which the page then scrolls. */
  up: number;
  down: number;
  /** The path of the form. */
  action: string;
}

function MoveButtons({ kind, at, up, down, action }: Moves) {
  const button = (direction: 'up' | 'down', sign: string, label: string, to: number) => (
    <button
      class="quiet small"
      name="intent"
      value={`${kind}-${direction}-${at}`}
      formaction={`${action}#${kind}-${to}`}
      formnovalidate
      data-move={direction}
      aria-label={label}
      title={label}
    >
      {sign}
    </button>
  );
  return (
    <span class="moves">
      {button('up', '↑', t('write.move-up'), up)}
      {button('down', '↓', t('write.move-down'), down)}
    </span>
  );
}

// The units and foods that the fields of an ingredient suggest

const units =
  'g kg ml l tsp tbsp cup oz lb floz pint quart pinch clove slice can piece stick bunch handful sprig packet jar leaf';

const options = (words: Iterable<string>) => [...words].map((word) => <option value={word} />);

/** Fields refer to them as `list="units"` and `list="foods"`. */
export const CompletionLists = () => (
  <>
    <datalist id="units">{options(units.split(' '))}</datalist>
    <datalist id="foods">{options(knownFoods().toSorted())}</datalist>
  </>
);

// Shows how ingredient lines are read while a member writes them

/** The script waits until nobody has typed for a while. */
const readingLimit: RateLimit = { name: 'reading', quota: 200, windowSeconds: 300 };
const maxLines = 200;
const maxCharacters = 50_000;

/** Empty without ingredients. */
export function IngredientReading({ text }: { text: string }) {
  const lines = splitIngredients(text.slice(0, maxCharacters)).slice(0, maxLines);
  if (lines.length === 0) return null;
  const read = lines.map(({ line, group }) => previewIngredient(parseIngredientLine(line, group)));
  return (
    <>
      <h2>{t('write.reading')}</h2>
      <IngredientTable lines={read} name={t('import.this-recipe')} isOpen />
    </>
  );
}

/** Answers the script of the form with a fragment of HTML. */
export const postIngredientReading = scriptForm(
  ({ c, fields }) => {
    const headers = { ...pageHeaders, 'content-security-policy': "default-src 'none'; sandbox" };
    return c.html(<IngredientReading text={fields.get('ingredients') ?? ''} />, 200, headers);
  },
  { rateLimit: readingLimit, loggedOut: 'write.log-in-again' },
);

// Renders the ingredients of the recipe form, as text or as rows

/** The reading stands beside the text. Without script it is that of the last time the page was loaded. */
export function IngredientText({ value, errors }: { value: string; errors: string[] }) {
  const hint = t('write.ingredients-hint');
  const attributes = { rows: 10, spellcheck: 'true' };
  return (
    <div class="with-reading">
      <Field
        name="ingredients"
        label={t('write.ingredients')}
        type="textarea"
        value={value}
        errors={errors}
        hint={hint}
        attributes={attributes}
      />
      <div id="reading" class="reading" data-path="/write/recipe/reading">
        <IngredientReading text={value} />
      </div>
    </div>
  );
}

/** `action` is the path of the form. A button comes back to this part of the page. */
export function IngredientRows({
  groups,
  errors,
  action,
}: {
  groups: IngredientRowGroup[];
  errors: string[];
  action: string;
}) {
  const isGrouped = groups.length > 1 || groups.some(({ name }) => name !== '');
  const addGroup = (
    <button class="quiet small" name="intent" value="add-group" formaction={`${action}#ingredient-rows`} formnovalidate>
      {t('write.add-group')}
    </button>
  );
  let first = 0;
  const lists = groups.map((group, index) => {
    first += groups[index - 1]?.rows.length ?? 0;
    return <IngredientGroup group={group} options={{ index, first, isGrouped, action }} />;
  });
  return (
    <fieldset id="ingredient-rows" class="write-rows">
      <legend>{t('write.ingredients')}</legend>
      <p class="hint">{t('write.ingredient-rows-hint')}</p>
      {errors.length > 0 && (
        <p class="error" role="alert">
          {errors.join(', ')}
        </p>
      )}
      {lists}
      {addGroup}
    </fieldset>
  );
}

interface GroupOptions {
  index: number;
  /** The place of its first row among all rows. */
  first: number;
  isGrouped: boolean;
  action: string;
}

function IngredientGroup({ group: { name, rows }, options }: { group: IngredientRowGroup; options: GroupOptions }) {
  const { index, first, isGrouped, action } = options;
  const heading = isGrouped ? (
    <input
      class="group-name"
      name="group"
      value={name}
      type="text"
      aria-label={t('write.group')}
      placeholder={t('write.group-example')}
      maxlength={200}
    />
  ) : (
    <input type="hidden" name="group" value="" />
  );
  const items = rows.map((row, place) => {
    const at = first + place;
    // At the ends of a group, a row goes to the next group and keeps its place among all rows.
    const up = place === 0 ? at : at - 1;
    const down = place === rows.length - 1 ? at : at + 1;
    return (
      <IngredientRowFields
        row={row}
        at={at}
        moves={<MoveButtons kind="row" at={at} up={up} down={down} action={action} />}
      />
    );
  });
  return (
    <div class="row-group">
      {heading}
      <ol class="ingredient-rows" data-remove={t('write.remove-ingredient')}>
        {items}
      </ol>
      <button
        class="quiet small"
        name="intent"
        value={`add-row-${index}`}
        formaction={`${action}#ingredient-rows`}
        formnovalidate
        data-add="ingredient"
      >
        {t('write.add-ingredient')}
      </button>
    </div>
  );
}

interface RowFieldProps {
  name: string;
  value: string;
  label: string;
  maxlength: number;
  /** The name by default. */
  class?: string;
  /** The label by default. */
  placeholder?: string;
  list?: string;
  autocapitalize?: 'none';
}

const RowField = ({ name, label, placeholder = label, class: kind = name, ...rest }: RowFieldProps) => (
  <input
    class={kind}
    name={name}
    type="text"
    aria-label={label}
    placeholder={placeholder}
    autocomplete="off"
    {...rest}
  />
);

const IngredientRowFields = ({
  row: { line, amount, unit, food, note },
  at,
  moves,
}: {
  row: IngredientRow;
  at: number;
  moves: Html;
}) => (
  <li id={`row-${at}`}>
    <input type="hidden" name="line" value={line} />
    <RowField name="amount" value={amount} label={t('write.amount')} maxlength={40} />
    <RowField name="unit" value={unit} label={t('write.unit')} maxlength={50} list="units" autocapitalize="none" />
    <RowField name="food" value={food} label={t('write.ingredient')} maxlength={400} list="foods" />
    <RowField
      class="note-field"
      name="note"
      value={note}
      label={t('write.ingredient-note')}
      placeholder={t('write.ingredient-note-example')}
      maxlength={500}
    />
    {moves}
  </li>
);

// Renders the method of the recipe form, as text or as rows

export const StepText = ({ value, errors }: { value: string; errors: string[] }) => (
  <Field
    name="steps"
    label={t('write.method')}
    type="textarea"
    value={value}
    errors={errors}
    hint={t('write.method-hint')}
    attributes={{ rows: 14, spellcheck: 'true' }}
  />
);

/** `action` is the path of the form. */
export const StepRows = ({ rows, errors, action }: { rows: StepRow[]; errors: string[]; action: string }) => (
  <fieldset id="step-rows" class="write-rows">
    <legend>{t('write.method')}</legend>
    <p class="hint">{t('write.step-rows-hint')}</p>
    {errors.length > 0 && (
      <p class="error" role="alert">
        {errors.join(', ')}
      </p>
    )}
    <ol class="step-rows" data-remove={t('write.remove-step')}>
      {rows.map((row, at) => (
        <StepRowFields row={row} at={at} action={action} />
      ))}
    </ol>
    <button
      class="quiet small"
      name="intent"
      value="add-step"
      formaction={`${action}#step-rows`}
      formnovalidate
      data-add="step"
    >
      {t('write.add-step')}
    </button>
  </fieldset>
);

const StepRowFields = ({ row: { name, text, time }, at, action }: { row: StepRow; at: number; action: string }) => (
  <li id={`step-${at}`}>
    <input
      class="step-name"
      name="step_name"
      value={name}
      type="text"
      aria-label={t('write.step-heading')}
      placeholder={t('write.step-heading-hint')}
      maxlength={200}
    />
    <input
      class="step-time"
      name="step_time"
      value={time}
      type="text"
      aria-label={t('write.step-time')}
      placeholder={t('write.step-time-example')}
      maxlength={60}
    />
    <textarea name="step_text" rows={3} spellcheck={true} aria-label={t('write.step')}>{`\n${text}`}</textarea>
    <MoveButtons kind="step" at={at} up={Math.max(0, at - 1)} down={at + 1} action={action} />
  </li>
);

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
