/** Writing down what was cooked: after a recipe or without, with its day and pictures, as a draft or at once for others. */
import { html } from 'hono/html';
import type { CookedDraft } from '../../../domain/cooked/draft.ts';
import { publishCooked } from '../../../domain/cooked/publish.ts';
import { createCooked, updateCooked } from '../../../domain/cooked/write.ts';
import type { Cooked, CookedType } from '../../../domain/eventables/eventable.ts';
import { getOfType } from '../../../domain/eventables/read.ts';
import { readId } from '../../ids.ts';
import { newBaking, newPreparation } from '../../input/cooked.ts';
import { parse } from '../../issues.ts';
import type { MemberVisitor, Sent } from '../member.ts';
import { note } from '../parts/blocks.ts';
import { choice, visibilities } from '../parts/choice.ts';
import { type Field, field, hidden } from '../parts/field.ts';
import { pathOf } from '../parts/item.ts';
import { formToken } from '../session.ts';
import type { Shown } from '../show.ts';
import { blank, type Draft, errorsOf, otherErrors, trying } from './draft.ts';
import { describePhotos, photoFields, takePhotos } from './photos.ts';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export async function newDish(visitor: MemberVisitor) {
  const id = readId(visitor.c.req.query('recipe') ?? '');
  const prepared_at = dayOf(new Date());
  if (id === null) return dishForm(visitor, null, blank({ prepared_at, serving: '1' }));
  const { name, serving } = await getOfType('recipe', id, visitor.viewer);
  const values = { recipe: String(id), name, serving: String(serving), prepared_at, type: 'baking' };
  return dishForm(visitor, null, blank(values));
}

export const editDish = (visitor: MemberVisitor, before: Cooked) =>
  dishForm(visitor, before, {
    ...blank({
      name: before.name,
      description: before.content,
      serving: String(before.serving),
      prepared_at: dayOf(before.preparedAt),
      tags: before.tags.join(', '),
      visibility: before.visibility,
      ...(before.recipeId !== null && { recipe: String(before.recipeId) }),
    }),
    photos: { kept: before.media, errors: [] },
  });

const names = ['name', 'description', 'serving', 'prepared_at', 'tags', 'visibility'];

function dishForm(visitor: MemberVisitor, before: Cooked | null, { values, photos, errors }: Draft): Shown {
  const recipe = values.get('recipe');
  const isDraft = before?.publication !== 'published';
  const text = (name: string, label: string, more: Partial<Field> = {}) =>
    field({ name, label, value: values.get(name) ?? '', errors: errorsOf(errors, name), ...more });
  const title = before ? 'Edit what you cooked' : 'What did you cook?';
  const wrong = otherErrors(errors, names);
  const kinds: [string, string][] = [
    ['baking', 'Cooked or baked it'],
    ['preparation', 'Prepared it, to go on with'],
  ];
  const body = html`<h1>${title}</h1>${wrong.length > 0 ? note(wrong.join(', '), 'bad') : ''}
<form method="post" enctype="multipart/form-data" action="${before ? `/items/${before.id}/edit` : '/write/dish'}">${hidden({ form_token: formToken(visitor.c, visitor.visit), ...(recipe && { recipe }) })}
${text('name', 'Name', { attributes: { required: true, maxlength: 200 } })}
${!before && recipe ? choice({ name: 'type', label: 'What you did', value: values.get('type') ?? 'baking', options: kinds }) : ''}
<div class="field-row">${text('prepared_at', 'Day', { type: 'date', attributes: { required: true } })}${text('serving', 'For how many', { attributes: { inputmode: 'numeric', maxlength: 9 } })}</div>
${text('description', 'How it went', { type: 'textarea', hint: 'Markdown' })}
${photoFields(photos)}
${text('tags', 'Tags', { hint: 'With commas between them', attributes: { autocapitalize: 'none' } })}
${choice({ name: 'visibility', label: 'Who may see it', value: values.get('visibility') ?? 'public', options: visibilities, errors: errorsOf(errors, 'visibility') })}
<div class="choices">${isDraft ? html`<button name="intent" value="publish">Publish</button><button name="intent" value="keep" class="quiet">Keep as a draft</button>` : html`<button name="intent" value="keep">Save</button>`}</div></form>`;
  return { title, body };
}

export async function saveDish(sent: Sent, before: Cooked | null) {
  const { fields, me, viewer } = sent;
  const draft: Draft = { values: fields, photos: await takePhotos(sent), errors: {} };
  const { kept } = draft.photos;
  const save = async () => {
    const recipeId = readId(fields.get('recipe') ?? '');
    const type =
      before?.type ?? (recipeId !== null && fields.get('type') !== 'preparation' ? 'baking' : 'preparation');
    const written = { ...read(fields, type, recipeId), mediaIds: kept.map(({ id }) => id) };
    if (before) await updateCooked(type, me, before.id, changesOf(written));
    const id = before?.id ?? (await createCooked(type, me, written));
    await describePhotos(sent, { id, type }, kept);
    if (fields.get('intent') === 'publish') await publishCooked(type, me, id, null);
    const saved = await getOfType(type, id, viewer);
    return saved.publication === 'published' ? pathOf(saved) : '/drafts';
  };
  return trying(draft, save, (again) => dishForm(sent, before, again));
}

/** What the form asks for; the rest stays. */
const changesOf = ({ name, preparedAt, serving, description, tags, visibility, mediaIds }: CookedDraft) => ({
  name,
  preparedAt,
  serving,
  description,
  tags,
  visibility,
  mediaIds,
});

function read(fields: URLSearchParams, type: CookedType, recipeId: number | null) {
  const said = (name: string) => (fields.get(name) ?? '').trim();
  return parse(type === 'baking' ? newBaking : newPreparation, {
    name: said('name'),
    prepared_at: said('prepared_at'),
    recipe_id: recipeId,
    serving: said('serving') === '' ? 1 : Number(said('serving')),
    description: fields.get('description') ?? '',
    tags: said('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    visibility: said('visibility') || 'public',
  });
}
