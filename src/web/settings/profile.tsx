/** The settings page for the profile. */
import { Hono } from 'hono';
import { getAccount } from '../../domain/accounts/account.ts';
import { removeProfilePicture, updateAvatarDescription, updateProfile } from '../../domain/accounts/profile.ts';
import { addProfilePicture } from '../../domain/media/media.ts';
import { profileChanges, profileOf } from '../../http/input/account.ts';
import { avatarChanges, pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { enforceRateLimit, uploadLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import { Avatar } from '../components/account.tsx';
import { Checkbox, Choices, Field, PostForm, SelectField, type SelectFieldProps } from '../components/fields.tsx';
import { pictureTypes } from '../components/item-parts.tsx';
import { atFields, type MemberVisitor, memberForm, memberPage, type SubmittedForm } from '../forms/member-page.ts';
import { settingsPage } from './layout.tsx';

const path = '/settings';
const avatarUpload = pictureUpload('avatar');
const headerUpload = pictureUpload('header');
const avatarFields = { file: 'avatar', description: 'avatar-alt' };
const quotePolicies = (): SelectFieldProps['options'] =>
  (['everyone', 'followers', 'nobody'] as const).map((each) => [each, t(`profile-settings.quotes-${each}`)]);

export const profile = new Hono().get(path, memberPage(show)).post(path, memberForm(save, { withFiles: true }));

async function save({ me, fields, files }: SubmittedForm): Promise<string> {
  const changes = parseOrThrow(profileChanges, {
    name: fields.get('name') ?? '',
    summary: fields.get('summary') ?? '',
    locked: fields.has('locked'),
    discoverable: fields.has('discoverable'),
    indexable: fields.has('indexable'),
    recipes_as_articles: fields.has('recipes_as_articles'),
    quote_policy: fields.get('quote_policy') ?? undefined,
    ...(fields.has('locale') && { locale: fields.get('locale')?.trim() || null }),
  });
  const alt = fields.get('avatar-alt');
  const file = files.get('avatar');
  if (file) {
    await enforceRateLimit(uploadLimit, `member ${me}`);
    await atFields(avatarFields, () =>
      addProfilePicture(me, 'avatar', parseOrThrow(avatarUpload, { file, description: alt ?? '' })),
    );
  } else if (fields.has('avatar-remove')) await removeProfilePicture(me, 'avatar');
  else if (alt !== null)
    await atFields(avatarFields, () =>
      updateAvatarDescription(me, parseOrThrow(avatarChanges, { description: alt }).description),
    );
  const wide = files.get('header');
  if (wide) {
    await enforceRateLimit(uploadLimit, `member ${me}`);
    await atFields({ file: 'header' }, () =>
      addProfilePicture(me, 'header', parseOrThrow(headerUpload, { file: wide })),
    );
  } else if (fields.has('header-remove')) await removeProfilePicture(me, 'header');
  await updateProfile(me, profileOf(changes));
  return `${path}?saved=yes`;
}

async function show(visitor: MemberVisitor) {
  const account = await getAccount(visitor.me);
  const { avatarKey, avatarDescription, headerKey, locale, recipesAsArticles, quotePolicy } = account;
  const flag = (name: 'locked' | 'discoverable' | 'indexable', label: string, hint: string) => (
    <Checkbox name={name} label={label} hint={hint} checked={account[name]} />
  );
  const body = (
    <>
      <h2 class="visually-hidden">{t('profile-settings.title')}</h2>
      <PostForm visitor={visitor} enctype="multipart/form-data" action={path}>
        <Field name="name" label={t('profile-settings.name')} value={account.name} attributes={{ maxlength: 100 }} />
        <Field
          name="summary"
          label={t('profile-settings.summary')}
          type="textarea"
          value={account.summary}
          hint="Markdown"
          attributes={{ maxlength: 5000 }}
        />
        <fieldset>
          <legend>{t('profile-settings.picture')}</legend>
          <div class="photo">
            <Avatar person={account} size={96} />
            <div>
              <Field
                name="avatar"
                label={t('profile-settings.new-picture')}
                type="file"
                attributes={{ accept: pictureTypes }}
              />
              <Field
                name="avatar-alt"
                label={t('profile-settings.alt-text')}
                value={avatarDescription ?? ''}
                hint={t('profile-settings.alt-text-hint')}
                attributes={{ maxlength: 1500 }}
              />
              {avatarKey ? (
                <Checkbox name="avatar-remove" label={t('profile-settings.remove-picture')} checked={false} />
              ) : null}
            </div>
          </div>
        </fieldset>
        <fieldset>
          <legend>{t('settings.cover')}</legend>
          {headerKey ? <img class="cover-preview" src={pictureUrls(headerKey).small} alt="" /> : null}
          <Field
            name="header"
            label={t('settings.new-cover')}
            type="file"
            hint={t('settings.cover-hint')}
            attributes={{ accept: pictureTypes }}
          />
          {headerKey ? <Checkbox name="header-remove" label={t('settings.remove-cover')} checked={false} /> : null}
        </fieldset>
        <fieldset>
          <legend>{t('profile-settings.privacy')}</legend>
          {flag('locked', t('profile-settings.locked'), t('profile-settings.locked-hint'))}
          {flag('discoverable', t('profile-settings.discoverable'), t('profile-settings.discoverable-hint'))}
          {flag('indexable', t('profile-settings.indexable'), t('profile-settings.indexable-hint'))}
          <SelectField
            name="quote_policy"
            label={t('profile-settings.who-quotes')}
            value={quotePolicy}
            options={quotePolicies()}
            hint={t('profile-settings.who-quotes-hint')}
          />
        </fieldset>
        <fieldset>
          <legend>{t('profile-settings.publishing')}</legend>
          <Field
            name="locale"
            label={t('profile-settings.language')}
            value={locale === 'und' ? '' : locale}
            hint={t('profile-settings.language-hint')}
            attributes={{ maxlength: 35, autocapitalize: 'none', spellcheck: 'false' }}
          />
          <Checkbox
            name="recipes_as_articles"
            label={t('profile-settings.as-articles')}
            hint={t('profile-settings.as-articles-hint')}
            checked={recipesAsArticles}
          />
        </fieldset>
        <Choices action={t('common.save')} />
      </PostForm>
    </>
  );
  return settingsPage(visitor, path, t('profile-settings.title'), body);
}
