/** Adapts a recipe to another baking pan. The sizes are in the address, like the servings. */
import type { Recipe } from '../../domain/items/eventable.ts';
import type { DisplayOptions } from '../../domain/recipes/display.ts';
import {
  findPan,
  type Pan,
  type PanShape,
  type Pans,
  type PanUnit,
  panShapes,
  panSizeText,
  panUnits,
  ratioOfPans,
  readPan,
} from '../../domain/recipes/pans.ts';
import { t } from '../../lib/language/text.ts';
import { Field, SelectField } from '../components/fields.tsx';

export const panParameters = ['pan', 'pan_size', 'pan_unit', 'new_pan', 'new_size', 'new_unit'] as const;
type Parameter = (typeof panParameters)[number];

type Given = Partial<Record<Parameter, string | undefined>>;

const maxFactor = 20;

/** Returns undefined unless both pans are given and comparable. */
export function readPans(given: Given): Pans | undefined {
  const from = readPan(given.pan ?? '', given.pan_size ?? '', given.pan_unit ?? '');
  const to = readPan(given.new_pan ?? '', given.new_size ?? '', given.new_unit ?? '');
  if (!from || !to) return undefined;
  const ratio = ratioOfPans({ from, to });
  const factor = ratio.to / ratio.from;
  return factor >= 1 / maxFactor && factor <= maxFactor ? { from, to } : undefined;
}

/** True for sizes that were typed and cannot be used. */
export const areUnread = (given: Given): boolean => Boolean(given.pan_size || given.new_size) && !readPans(given);

export const panFields = ({ from, to }: Pans): Record<Parameter, string> => ({
  pan: from.shape,
  pan_size: panSizeText(from),
  pan_unit: from.unit,
  new_pan: to.shape,
  new_size: panSizeText(to),
  new_unit: to.unit,
});

const shapes = () => panShapes.map((shape): [PanShape, string] => [shape, t(`pans.${shape}`)]);
const units = () => panUnits.map((unit): [PanUnit, string] => [unit, t(`pans.${unit}`)]);

interface PanFieldsProps {
  legend: string;
  names: [shape: Parameter, size: Parameter, unit: Parameter];
  pan: Pan | null;
  unit: PanUnit;
  isUnread?: boolean;
}

const PanInputs = ({ legend, names: [shape, size, unit], pan, unit: usual, isUnread = false }: PanFieldsProps) => (
  <fieldset>
    <legend>{legend}</legend>
    <div class="field-row">
      <SelectField name={shape} label={t('pans.shape')} value={pan?.shape ?? 'round'} options={shapes()} />
      <Field
        name={size}
        label={t('pans.size')}
        value={pan ? panSizeText(pan) : ''}
        attributes={{
          required: true,
          maxlength: 30,
          placeholder: t('pans.size-example'),
          ...(isUnread && { 'aria-invalid': 'true', 'aria-describedby': 'pan-error' }),
        }}
      />
      <SelectField name={unit} label={t('pans.unit')} value={pan?.unit ?? usual} options={units()} />
    </div>
    {isUnread && (
      <p id="pan-error" class="error" role="alert">
        {t('pans.unread')}
      </p>
    )}
  </fieldset>
);

interface PanFormProps extends DisplayOptions {
  /** As written. */
  recipe: Recipe;
  path: string;
  /** Sizes were typed that cannot be used. */
  hasUnreadPans: boolean;
}

/** Closed until a cook asks for it. Empty for recipes without a pan and an oven. */
export function PanForm({ recipe, pans, units: shown, path, hasUnreadPans }: PanFormProps) {
  const found = findPan(recipe);
  if (!found && !pans && !hasUnreadPans) return null;
  const from = pans?.from ?? found?.pan ?? null;
  const usual = from?.unit ?? (shown === 'us' ? 'in' : 'cm');
  const ratio = pans && ratioOfPans(pans);
  return (
    <details class="pans no-print" open={pans !== undefined || hasUnreadPans}>
      <summary>{t('pans.title')}</summary>
      {ratio && <p>{t('pans.result', { factor: Math.round((ratio.to / ratio.from) * 100) / 100 })}</p>}
      <form method="get" action={`${path}#ingredients`}>
        <PanInputs unit={usual} legend={t('pans.of-recipe')} names={['pan', 'pan_size', 'pan_unit']} pan={from} />
        <PanInputs
          unit={usual}
          legend={t('pans.of-cook')}
          names={['new_pan', 'new_size', 'new_unit']}
          pan={pans?.to ?? null}
          isUnread={hasUnreadPans}
        />
        <p class="hint">{t('pans.hint')}</p>
        <div class="choices">
          <button class="small">{t('pans.adjust')}</button>
          {pans && (
            <a class="button small quiet" href={`${path}#ingredients`} rel="nofollow">
              {t('pans.undo')}
            </a>
          )}
        </div>
      </form>
    </details>
  );
}
