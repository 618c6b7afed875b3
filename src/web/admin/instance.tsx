/** The admin page for the instance settings. */
import { Hono } from 'hono';
import { type ProfilePicture, removeProfilePicture } from '../../domain/accounts/profile.ts';
import { ensureInstanceActor } from '../../domain/accounts/register.ts';
import { forgetInstanceProfile, getInstanceProfile, updateInstanceProfile } from '../../domain/instance/instance.ts';
import { isMailOn } from '../../domain/mail/mail.ts';
import { addProfilePicture } from '../../domain/media/media.ts';
import { instanceChanges } from '../../http/input/account.ts';
import { pictureUpload } from '../../http/input/fields.ts';
import { pictureUrls } from '../../http/media.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { t } from '../../lib/language/text.ts';
import type { ReceivedFile } from '../../lib/storage/local-file.ts';
import { Checkbox, Field, InstanceFields, PostForm, RegistrationChoice, SelectField } from '../components/fields.tsx';
import { pictureTypes } from '../components/item-parts.tsx';
import { atFields } from '../forms/member-page.ts';
import { ProofField, requireRecentLogIn } from '../forms/recent-log-in.tsx';
import { type AdminForm, type AdminVisitor, adminContent, adminForm, adminPage } from './layout.tsx';

const path = '/admin/instance';

export const instance = new Hono()
  .get(path, adminPage('change-instance', show))
  .post(path, adminForm('change-instance', save, { withFiles: true }));

async function save({ session, moderator, fields, files }: AdminForm) {
  const changes = parseOrThrow(instanceChanges, Object.fromEntries(fields));
  await requireRecentLogIn({ session, fields });
  for (const name of ['logo', 'cover'] as const)
    await atFields({ file: name }, () => changePicture(slots[name], files.get(name), fields.has(`${name}-remove`)));
  await updateInstanceProfile(moderator, changes);
  return `${path}?done=change-instance`;
}

/** The logo and the cover are the pictures of the server's actor. */
const slots = { logo: 'avatar', cover: 'header' } as const satisfies Record<string, ProfilePicture>;

/** Throws validation_failed on `file`. */
async function changePicture(slot: ProfilePicture, file: ReceivedFile | undefined, isRemoved: boolean) {
  if (!file && !isRemoved) return;
  const { id } = await ensureInstanceActor();
  if (file) await addProfilePicture(id, slot, parseOrThrow(pictureUpload(slot), { file }));
  else await removeProfilePicture(id, slot);
  forgetInstanceProfile();
}

function PictureField({ name, pictureKey: key }: { name: keyof typeof slots; pictureKey: string | null }) {
  return (
    <fieldset>
      <legend>{t(`admin-instance.${name}`)}</legend>
      {key ? <img class="cover-preview" src={pictureUrls(key).small} alt="" /> : null}
      <Field
        name={name}
        label={t('admin-instance.new-picture')}
        type="file"
        hint={t(`admin-instance.${name}-hint`)}
        attributes={{ accept: pictureTypes }}
      />
      {key ? <Checkbox name={`${name}-remove`} label={t('admin-instance.remove-picture')} checked={false} /> : null}
    </fieldset>
  );
}

async function show(visitor: AdminVisitor) {
  const values = await getInstanceProfile();
  const body = (
    <PostForm visitor={visitor} class="admin-form" enctype="multipart/form-data" action={path}>
      <InstanceFields name={values.name} description={values.description} />
      <Field
        name="rules"
        label={t('admin-instance.rules')}
        type="textarea"
        value={values.rules}
        hint={t('admin-instance.rules-hint')}
        attributes={{ maxlength: 10_000 }}
      />
      <Field
        name="contact"
        label={t('admin-instance.contact')}
        value={values.contact}
        hint={t('admin-instance.contact-hint')}
        attributes={{ maxlength: 200 }}
      />
      <Field
        name="accent"
        label={t('admin-instance.accent')}
        value={values.accent}
        hint={t('admin-instance.accent-hint')}
        attributes={{ maxlength: 7, autocapitalize: 'none', spellcheck: 'false', placeholder: '#c4391d' }}
      />
      <PictureField name="logo" pictureKey={values.logoKey} />
      <PictureField name="cover" pictureKey={values.coverKey} />
      <RegistrationChoice value={values.registration} />
      <ConfirmationChoice value={values.confirmation} />
      <InvitationChoice value={values.invitations} />
      <ProofField visitor={visitor} path={path} />
      <button>{t('common.save')}</button>
    </PostForm>
  );
  return adminContent(visitor, path, t('admin.section-instance'), body);
}

/** Empty while e-mail is off. */
const ConfirmationChoice = ({ value }: { value: string }) =>
  isMailOn ? (
    <SelectField
      name="confirmation"
      label={t('instance.addresses')}
      value={value}
      options={[
        ['optional', t('instance.addresses-optional')],
        ['required', t('instance.addresses-required')],
      ]}
      hint={t('instance.addresses-hint')}
    />
  ) : null;

const InvitationChoice = ({ value }: { value: string }) => (
  <SelectField
    name="invitations"
    label={t('access.who-invites')}
    value={value}
    options={[
      ['nobody', t('access.nobody-invites')],
      ['moderators', t('access.moderators-invite')],
      ['everybody', t('access.everybody-invites')],
    ]}
    hint={t('access.who-invites-hint')}
  />
);
