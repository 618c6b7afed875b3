/** The form in which members say what the columns of an unknown table hold. */
import type { Nutrient } from '../../db/recipe-details.ts';
import type { Import } from '../../domain/migration/import.ts';
import { chooseColumns } from '../../domain/migration/start-import.ts';
import { idInPath } from '../../http/pagination.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { type FieldName, fieldNameList } from '../../recipe-import/formats/named-fields.ts';
import { Checkbox, Choices, PostForm, SelectField } from '../components/fields.tsx';
import type { MemberVisitor, SubmittedForm } from '../forms/member-page.ts';

const labels: Record<Exclude<FieldName, Nutrient>, MessageKey> = {
  title: 'write.name',
  description: 'write.description',
  ingredients: 'write.ingredients',
  instructions: 'write.method',
  yield: 'write.makes',
  'prep-time': 'write.prep-time',
  'cook-time': 'write.cook-time',
  'rest-time': 'write.rest-time',
  'total-time': 'write.total-time',
  tags: 'write.tags',
  category: 'write.category',
  cuisine: 'write.cuisine',
  diet: 'write.diets',
  difficulty: 'write.difficulty',
  equipment: 'write.equipment',
  image: 'write.photos',
  video: 'write.video',
  url: 'write.source',
  source: 'write.author-site',
  author: 'write.original-author',
  language: 'write.language',
  notes: 'recipe.your-note',
  rating: 'import.column-rating',
  nutrition: 'import.column-nutrition',
};

const order = Object.keys(labels) as (keyof typeof labels)[];
const choices = [...order, ...fieldNameList.filter((name): name is Nutrient => !(name in labels))];

const labelOf = (name: FieldName): string =>
  t(name in labels ? labels[name as keyof typeof labels] : `nutrition.${name as Nutrient}`);

const nameOf = (column: number) => `column-${column}`;

export function ColumnForm({ visitor, imported: { id, table } }: { visitor: MemberVisitor; imported: Import }) {
  if (!table) return null;
  const { columns, rows, guesses } = table;
  const options: [string, string][] = [
    ['', t('import.column-none')],
    ...choices.map((name): [string, string] => [name, labelOf(name)]),
  ];
  return (
    <PostForm visitor={visitor} action={`/settings/import/${id}/columns`}>
      <p>{t('import.columns-hint')}</p>
      {columns.map((column, at) => (
        <SelectField
          name={nameOf(at)}
          label={column || t('import.column-number', { n: at + 1 })}
          value={guesses[at] ?? ''}
          options={options}
          hint={rows
            .map((cells) => cells[at] ?? '')
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
      <Checkbox name="heading" label={t('import.columns-heading')} checked />
      <Choices action={t('import.continue')} />
    </PostForm>
  );
}

function chosenColumns(fields: URLSearchParams): (FieldName | null)[] {
  const chosen: (FieldName | null)[] = [];
  for (let at = 0; fields.has(nameOf(at)); at += 1)
    chosen.push(fieldNameList.find((name) => name === fields.get(nameOf(at))) ?? null);
  return chosen;
}

/** Returns the path of the preview. Throws validation_failed. */
export async function saveColumns({ me, c, fields }: SubmittedForm): Promise<string> {
  const id = idInPath(c);
  await enforceRateLimit(uploadLimit, `member ${me}`);
  const replacement = await chooseColumns(me, id, {
    columns: chosenColumns(fields),
    hasHeading: fields.has('heading'),
  });
  return `/settings/import/${replacement}`;
}
