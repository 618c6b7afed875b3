/** The admin page for the instance settings. */
import { Hono } from 'hono';
import { type ProfilePicture, removeProfilePicture } from '../../domain/accounts/profile.ts';
import { ensureInstanceActor } from '../../domain/accounts/register.ts';
import { forgetInstanceProfile, getInstanceProfile, updateInstanceProfile } from '../../domain/instance/instance.ts';
import { addProfilePicture } from '../../domain/media/media.ts';
import { formToken } from '../../http/browser-session.ts';
import { instanceChanges } from '../../http/input/account.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { ReceivedFile } from '../../lib/storage/local-file.ts';
import {
  Checkbox,
  ConfirmationChoice,
  Field,
  HiddenFields,
  InstanceFields,
  InvitationChoice,
  RegistrationChoice,
} from '../components/fields.tsx';
import { pictureTypes } from '../components/item-parts.tsx';
import { ProofField, requireRecentLogIn } from '../forms/recent-log-in.tsx';
import { type AdminForm, type AdminVisitor, adminContent, adminForm, adminPage } from './layout.tsx';

const path = '/admin/instance';

export const instance = new Hono()
  .get(
    path,
    adminPage('change-instance', async (visitor) => form(visitor, { ...(await getInstanceProfile()) })),
  )
  .post(path, adminForm('change-instance', save, { withFiles: true }));

async function save({ c, session, moderator, fields, files }: AdminForm) {
  const values = Object.fromEntries(fields);
  try {
    const changes = parseOrThrow(instanceChanges, values);
    await requireRecentLogIn({ session, fields });
    await changePicture('avatar', files.get('logo'), fields.has('logo-remove'));
    await changePicture('header', files.get('cover'), fields.has('cover-remove'));
    await updateInstanceProfile(moderator, changes);
    return `${path}?done=change-instance`;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    const viewer = { accountId: session.accountId, host: null };
    const content = await form({ c, session, moderator, viewer, token: formToken(c, session) }, values, error.errors);
    return { ...content, status: 422 as const };
  }
}

/** The logo and the cover are the pictures of the server's actor. Throws validation_failed on `file`. */
async function changePicture(slot: ProfilePicture, file: ReceivedFile | undefined, isRemoved: boolean) {
  if (!file && !isRemoved) return;
  const { id } = await ensureInstanceActor();
  if (file) await addProfilePicture(id, slot, parseOrThrow(pictureUpload(slot), { file }));
  else await removeProfilePicture(id, slot);
  forgetInstanceProfile();
}

function PictureField({
  name,
  pictureKey: key,
  errors,
}: {
  name: 'logo' | 'cover';
  pictureKey: string | null;
  errors: FieldErrors;
}) {
  return (
    <fieldset>
      <legend>{t(`admin-instance.${name}`)}</legend>
      {key ? <img class="cover-preview" src={pictureUrls(key).small} alt="" /> : null}
      <Field
        name={name}
        label={t('admin-instance.new-picture')}
        type="file"
        hint={t(`admin-instance.${name}-hint`)}
        errors={errors.file}
        attributes={{ accept: pictureTypes }}
      />
      {key ? <Checkbox name={`${name}-remove`} label={t('admin-instance.remove-picture')} checked={false} /> : null}
    </fieldset>
  );
}

async function form(visitor: AdminVisitor, values: Record<string, string | null>, errors: FieldErrors = {}) {
  const { logoKey, coverKey } = await getInstanceProfile();
  const body = (
    <form class="admin-form" method="post" enctype="multipart/form-data" action={path}>
      <HiddenFields fields={{ form_token: visitor.token }} />
      <InstanceFields name={values.name ?? ''} description={values.description ?? ''} errors={errors} />
      <Field
        name="rules"
        label={t('admin-instance.rules')}
        type="textarea"
        value={values.rules ?? ''}
        hint={t('admin-instance.rules-hint')}
        errors={errors.rules}
        attributes={{ maxlength: 10_000 }}
      />
      <Field
        name="contact"
        label={t('admin-instance.contact')}
        value={values.contact ?? ''}
        hint={t('admin-instance.contact-hint')}
        errors={errors.contact}
        attributes={{ maxlength: 200 }}
      />
      <Field
        name="accent"
        label={t('admin-instance.accent')}
        value={values.accent ?? ''}
        hint={t('admin-instance.accent-hint')}
        errors={errors.accent}
        attributes={{ maxlength: 7, autocapitalize: 'none', spellcheck: 'false', placeholder: '#c4391d' }}
      />
      <PictureField name="logo" pictureKey={logoKey} errors={errors} />
      <PictureField name="cover" pictureKey={coverKey} errors={errors} />
      <RegistrationChoice value={values.registration ?? ''} errors={errors} />
      <ConfirmationChoice value={values.confirmation ?? ''} errors={errors} />
      <InvitationChoice value={values.invitations ?? ''} errors={errors} />
      <ProofField session={visitor.session} path={path} errors={errors} />
      <button>{t('common.save')}</button>
    </form>
  );
  return adminContent(visitor, path, t('admin.section-instance'), body);
}
