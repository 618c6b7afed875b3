/** Renders what differs between two states of a recipe. Colour is never the only mark. */
import type { WordChange } from '../../domain/recipes/difference/words.ts';
import {
  type Difference,
  type IngredientChange,
  isEmptyDifference,
  type StepChange,
} from '../../domain/recipes/difference.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { Empty } from '../components/elements.tsx';
import { lang } from '../components/item-lists.tsx';
import type { Html } from '../components/layout.tsx';
import { richText } from '../components/texts.tsx';

type Change = 'same' | 'added' | 'removed' | 'changed' | 'moved';

const elements: Record<WordChange['change'], (text: string) => Html> = {
  same: (text) => <>{text}</>,
  added: (text) => <ins>{text}</ins>,
  removed: (text) => <del>{text}</del>,
};

const wordsOf = (words: WordChange[]) => words.map(({ change, text }) => elements[change](text));
const isChanged = (words: WordChange[]) => words.some(({ change }) => change !== 'same');

const ChangeLabel = ({
  change,
  text = change === 'same' ? '' : t(`difference.${change}`),
}: {
  change: Change;
  text?: string;
}) =>
  change === 'same' ? null : (
    <>
      <span class={`change ${change}`}>{text}</span>{' '}
    </>
  );

/** Says how changed words are marked. */
export const DifferenceLegend = () =>
  richText('difference.legend', {
    new: (text) => <ins>{text}</ins>,
    old: (text) => <del>{text}</del>,
  });

/** `locale` is the language of the texts. */
export function DifferenceView({ difference, locale }: { difference: Difference; locale: string }) {
  if (isEmptyDifference(difference)) return <Empty>{t('difference.nothing')}</Empty>;
  const { name, description, ingredients, steps, details } = difference;
  const language = lang(locale);
  return (
    <div class="difference">
      {isChanged(name) && (
        <section>
          <h2>{t('difference.name')}</h2>
          <p {...language}>{wordsOf(name)}</p>
        </section>
      )}
      {isChanged(description) && (
        <section>
          <h2>{t('difference.description')}</h2>
          <p class="text" {...language}>
            {wordsOf(description)}
          </p>
        </section>
      )}
      {details.length > 0 && <DetailTable difference={difference} />}
      {ingredients.length > 0 && (
        <section>
          <h2>{t('difference.ingredients')}</h2>
          <div {...language}>{ingredientLists(ingredients)}</div>
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h2>{t('difference.method')}</h2>
          <ol class="changed-steps" {...language}>
            {steps.map((step) => (
              <StepItem step={step} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const DetailTable = ({ difference: { details } }: { difference: Difference }) => (
  <section>
    <h2>{t('difference.details')}</h2>
    <dl class="kinds">
      {details.map(({ field, before, after }) => (
        <div>
          <dt>{t(`difference.${field}`)}</dt>
          <dd>
            {before ? (
              <>
                <del>{before}</del>{' '}
              </>
            ) : null}
            {after ? <ins>{after}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

function ingredientLists(ingredients: IngredientChange[]) {
  const groups: IngredientChange[][] = [];
  for (const each of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === each.group) current?.push(each);
    else groups.push([each]);
  }
  return groups.map((group) => (
    <>
      {group[0]!.group ? <h3>{group[0]!.group}</h3> : null}
      <ul class="ingredients">
        {group.map(({ change, words }) => (
          <li class={change}>
            <ChangeLabel change={change} />
            {wordsOf(words)}
          </li>
        ))}
      </ul>
    </>
  ));
}

function StepItem({
  step: {
    change,
    before,
    after,
    name,
    content,
    duration: [from, to],
  },
}: {
  step: StepChange;
}) {
  const wasElsewhere = change === 'moved' ? t('difference.moved-from', { step: before! + 1 }) : undefined;
  const place = (
    <>
      <span class="hint">
        {after === null ? t('difference.was-step', { step: before! + 1 }) : t('difference.step', { step: after + 1 })}
      </span>{' '}
      <ChangeLabel change={change} text={wasElsewhere} />
    </>
  );
  return (
    <li class={change}>
      <p>{place}</p>
      {name.length > 0 && <h3>{wordsOf(name)}</h3>}
      <p class="text">{wordsOf(content)}</p>
      <Time change={change} before={from} after={to} />
    </li>
  );
}

function Time({
  change,
  before,
  after,
}: {
  change: StepChange['change'];
  before: number | null;
  after: number | null;
}) {
  const [from, to] = [before, after].map((seconds) => (seconds === null ? null : durationText(seconds)));
  if (!from && !to) return null;
  if (from === to || change === 'added' || change === 'removed') return <p class="hint">{from ?? to}</p>;
  return (
    <p class="hint">
      {from ? (
        <>
          <del>{from}</del>{' '}
        </>
      ) : null}
      {to ? <ins>{to}</ins> : null}
    </p>
  );
}
