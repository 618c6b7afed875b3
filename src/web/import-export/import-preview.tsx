/** The preview of the recipes of an import, with the choices for each, and the result. */
import type { Child } from 'hono/jsx';
import { type ImportAction, importActions } from '../../db/vocabulary.ts';
import type { ArchivePreview } from '../../domain/migration/archive/read.ts';
import type { Import } from '../../domain/migration/import.ts';
import { actionsFor, type ImportChoice, type PreviewedRecipe } from '../../domain/migration/reading/events.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { quote } from '../../recipe-import/import-result.ts';
import { factLine, Note, StateChips } from '../components/elements.tsx';
import { Checkbox } from '../components/fields.tsx';
import { Day, richText, visuallyHidden, webUrl } from '../components/texts.tsx';
import { IngredientTable } from '../write/fields.tsx';

// Renders and reads what to do with each recipe of an import

const nameOf = (position: number) => `choice-${position}`;

/** A checkbox for a new recipe. */
function NewRecipeChoice({ position, name }: { position: number; name: string }) {
  const field = nameOf(position);
  return (
    <>
      <input type="hidden" name={field} value="skip" />
      <div class="check choice">
        <input type="checkbox" id={field} name={field} value="create" checked />
        <label for={field}>
          <strong>{name}</strong>
        </label>
      </div>
    </>
  );
}

/** Asks what to do with a page that has changed since an earlier import. `path` is the page of the earlier recipe. */
function ChangedRecipeChoice({
  position,
  recipe: { earlier, name },
  path,
}: {
  position: number;
  recipe: PreviewedRecipe;
  path: string | undefined;
}) {
  const recipe = (text: Child) => (path ? <a href={path}>{text}</a> : text);
  const legend = earlier?.importedAt
    ? richText('import.changed-since', { day: <Day date={new Date(earlier.importedAt)} />, recipe })
    : richText('import.same-address', { recipe });
  const order = ['update', 'create', 'skip'] as const;
  return (
    <fieldset class="choice">
      <legend>
        {legend}
        <span class="visually-hidden"> ({name})</span>
      </legend>
      {order.map((action) => (
        <Checkbox
          type="radio"
          name={nameOf(position)}
          value={action}
          label={t(`import.choice-${action}`)}
          checked={action === actionsFor.changed[0]}
        />
      ))}
    </fieldset>
  );
}

/** A form without choices, such as one sent by a program, gets the defaults. */
export function readChoices(fields: URLSearchParams): ImportChoice[] {
  const choices = new Map<number, ImportAction>();
  for (const [field, value] of fields) {
    const position = /^choice-(\d{1,9})$/.exec(field)?.[1];
    const action = importActions.find((each) => each === value);
    if (position !== undefined && action) choices.set(Number(position), action);
  }
  return [...choices].map(([position, action]) => ({ position, action }));
}

// Renders the preview and the result of an import

const maxMessages = 20;

/** Ingredients of more recipes are shown on demand. */
const maxOpen = 3;

/** `paths` maps ids of recipes to their pages. */
export function RecipeList({
  imported: { recipes, confirmedAt, finishedAt },
  paths,
}: {
  imported: Import;
  paths: Map<number, string>;
}) {
  if (recipes.length === 0) return null;
  const stage = finishedAt ? 'finished' : confirmedAt ? 'running' : 'preview';
  const isOpen = recipes.length <= maxOpen;
  return (
    <ul class="rows">
      {recipes.map((recipe) => (
        <li>
          <div>
            <RecipeRow recipe={recipe} stage={stage} paths={paths} isOpen={isOpen} />
          </div>
        </li>
      ))}
    </ul>
  );
}

type Stage = 'preview' | 'running' | 'finished';

const pathOfId = (paths: Map<number, string>, id: number | null | undefined) =>
  id === null || id === undefined ? undefined : paths.get(id);

function RecipeRow({
  recipe,
  stage,
  paths,
  isOpen,
}: {
  recipe: PreviewedRecipe;
  stage: Stage;
  paths: Map<number, string>;
  isOpen: boolean;
}) {
  const { position, name, ingredients, withQuantity, steps, lines, picture, isDraft, sourceUrl, notUnderstood, state } =
    recipe;
  const path = pathOfId(paths, recipe.recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    t('import.ingredients-with-amount', { count: ingredients, withAmount: withQuantity }),
    t('import.steps', { count: steps }),
    picture && t('import.with-photo'),
    isDraft && t('import.saved-as-draft'),
    source && (
      <a href={source} rel="nofollow noopener noreferrer">
        {new URL(source).host}
      </a>
    ),
  ];
  const label = stage === 'finished' || state === 'existing' ? resultOf(recipe) : '';
  const isAsked = stage === 'preview' && state !== 'existing';
  const title =
    isAsked && state === 'new' ? (
      <NewRecipeChoice position={position} name={name} />
    ) : (
      <strong>{path ? <a href={path}>{name}</a> : name}</strong>
    );
  const question =
    isAsked && state === 'changed' ? (
      <ChangedRecipeChoice position={position} recipe={recipe} path={pathOfId(paths, recipe.earlier?.recipeId)} />
    ) : null;
  // The table of ingredients shows what was not read of a line.
  const remarks =
    isAsked && lines.length > 0
      ? notUnderstood.filter((each) => !lines.some(({ text }) => each.includes(quote(text))))
      : notUnderstood;
  return (
    <>
      {title}
      <StateChips states={[label]} />
      <span class="hint">{factLine(facts)}</span>
      {question}
      {isAsked && <IngredientTable lines={lines} name={name} isOpen={isOpen} />}
      <Remarks messages={remarks} name={name} />
    </>
  );
}

function resultOf({ state, action, outcome, recipeId }: PreviewedRecipe): string {
  if (state === 'existing' || outcome === 'existing') return t('import.result-existing');
  if (action === 'skip') return t('import.result-skipped');
  if (outcome === 'failed' || recipeId === null) return t('import.result-not-imported');
  return action === 'update' ? t('import.result-updated') : '';
}

export function Remarks({ messages, name }: { messages: string[]; name: string }) {
  if (messages.length === 0) return null;
  const more = messages.length - maxMessages;
  return (
    <details>
      <summary>
        {richText('import.things-to-check', {
          count: messages.length,
          name,
          hidden: visuallyHidden,
        })}
      </summary>
      <ul>
        {messages.slice(0, maxMessages).map((each) => (
          <li>{each}</li>
        ))}
        {more > 0 && <li>{t('import.and-more', { n: more })}</li>}
      </ul>
    </details>
  );
}

/** Lists parts of the file that could not be read. */
export function ProblemList({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  return (
    <Note>
      <p>{t('import.not-read')}</p>
      <ul>
        {problems.slice(0, 50).map((each) => (
          <li>{each}</li>
        ))}
      </ul>
    </Note>
  );
}

export function ArchiveFacts({ preview: { address, exported, counts } }: { preview: ArchivePreview }) {
  const date = new Date(exported);
  const { recipe = 0, preparation = 0, baking = 0, status = 0 } = counts;
  const cooked = preparation + baking;
  const held = [
    recipe > 0 && t('import.archive-recipe', { count: recipe }),
    cooked > 0 && t('import.archive-cooked', { count: cooked }),
    status > 0 && t('import.archive-status', { count: status }),
  ].filter((each) => each !== false);
  return (
    <>
      <p>
        {richText('import.archive', {
          address: <strong>{address}</strong>,
          day: Number.isNaN(date.getTime()) ? exported.slice(0, 10) : <Day date={date} />,
          held: enumeration(held) || t('import.archive-no-items'),
        })}
      </p>
      <p class="hint">{t('import.archive-text')}</p>
    </>
  );
}

/** Without "and", for facts: `3 recipes, 2 posts`. */
const enumeration = (facts: string[]): string =>
  new Intl.ListFormat(reader().language, { type: 'unit', style: 'short' }).format(facts);
