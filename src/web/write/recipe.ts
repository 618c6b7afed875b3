/** Creates and edits recipes, and versions of other recipes. */
import { getCookie, setCookie } from 'hono/cookie';
import { getAccount } from '../../domain/accounts/account.ts';
import { defaultVisibility, type Recipe } from '../../domain/items/eventable.ts';
import { publishItem } from '../../domain/items/publish.ts';
import { getOfType } from '../../domain/items/read.ts';
import { createRecipe, previewRecipe, updateRecipe } from '../../domain/recipes/write.ts';
import { readId } from '../../http/pagination.ts';
import { config } from '../../lib/config.ts';
import { pathOf } from '../components/item-link.ts';
import type { PageContent } from '../components/page-handler.ts';
import type { MemberVisitor, SubmittedForm } from '../member-page.ts';
import { confirmSaved } from './confirm-saved.ts';
import { emptyForm, type FormState, isChangeOfForm, saveOrShowErrors } from './form-state.ts';
import { describePhotos, receivePhotos, withAltTexts } from './photos.ts';
import { recipeForm } from './recipe-form.ts';
import { changeLayout, toRows } from './recipe-layout.ts';
import { recipePreviewPage } from './recipe-preview.ts';
import { readRecipe, valuesOf } from './recipe-values.ts';
import { forgetBrowserCopy } from './saved-copy.ts';

/** Remembers on this device whether the member writes rows or text. */
const layoutCookie = 'recipe_layout';
const cookieTtlSeconds = 365 * 86_400;

/** `from` is the id of the original recipe of a version. */
export async function newRecipePage(visitor: MemberVisitor) {
  const from = readId(visitor.c.req.query('from') ?? '');
  if (from === null) return openForm(visitor, null, emptyForm({ serving: '4' }), null);
  const original = await getOfType('recipe', from, visitor.viewer);
  const values: [string, string][] = [
    ...valuesOf({ ...original, visibility: defaultVisibility(original) }),
    ['from', String(from)],
  ];
  return openForm(visitor, null, emptyForm(values), original);
}

export const editRecipe = (visitor: MemberVisitor, before: Recipe) => {
  const photos = { media: before.media, errors: [] };
  return openForm(visitor, before, { ...emptyForm(valuesOf(before)), photos }, before);
};

function openForm(visitor: MemberVisitor, before: Recipe | null, state: FormState, original: Recipe | null) {
  const isRows = getCookie(visitor.c, layoutCookie) === 'rows';
  const values = isRows ? toRows(state.values, original?.ingredients ?? []) : state.values;
  return recipeForm(visitor, before, { ...state, values });
}

export async function saveRecipe(form: SubmittedForm, before: Recipe | null): Promise<PageContent | string> {
  const { fields, me, viewer } = form;
  const intent = fields.get('intent') ?? '';
  const state: FormState = { values: fields, photos: await receivePhotos(form), errors: {} };
  const { media } = state.photos;
  const from = before ? null : readId(fields.get('from') ?? '');
  const original = before ?? (from === null ? null : await getOfType('recipe', from, viewer));
  if (isChangeOfForm(fields)) {
    const values = changeLayout(fields, intent, original?.ingredients ?? []);
    rememberLayout(form, intent);
    return recipeForm(form, before, { ...state, values, isUnsaved: true });
  }
  const save = async () => {
    const written = { ...readRecipe(fields, original), mediaIds: media.map(({ id }) => id) };
    if (intent === 'preview') {
      const author = await getAccount(me);
      const shown = previewRecipe(author, written, withAltTexts(form, media), before);
      return recipePreviewPage(form, before, shown, media);
    }
    if (before) await updateRecipe(me, before.id, written);
    const publication = intent === 'draft' ? ('draft' as const) : ('published' as const);
    const isDraft = before ? before.publication === 'draft' : publication === 'draft';
    const forkedFromId = from ?? undefined;
    const id = before?.id ?? (await createRecipe(me, { ...written, forkedFromId, publication }));
    await describePhotos(form, { id, type: 'recipe' }, media);
    if (isDraft && publication === 'published') await publishItem('recipe', me, id, null);
    const saved = await getOfType('recipe', id, viewer);
    confirmSaved(form, saved, before);
    forgetBrowserCopy(form);
    return saved.publication === 'published' ? pathOf(saved) : '/drafts';
  };
  return saveOrShowErrors(state, save, (again) => recipeForm(form, before, again));
}

function rememberLayout({ c }: SubmittedForm, intent: string): void {
  if (intent !== 'rows' && intent !== 'text') return;
  const secure = config.baseUrl.startsWith('https:');
  setCookie(c, layoutCookie, intent, {
    httpOnly: true,
    secure,
    sameSite: 'Lax',
    path: '/',
    maxAge: cookieTtlSeconds,
  });
}
