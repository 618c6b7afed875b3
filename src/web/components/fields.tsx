/** Renders labelled form fields with hint and errors, says what is wrong with them, and forms that several pages share. */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { sharedVisibilities } from '../../db/vocabulary.ts';
import type { PasskeyForm as PasskeyRequest } from '../../domain/access/second-factor.ts';
import { type BrowserSession, formToken } from '../../http/browser-session.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';

// Renders labelled form fields with hint and errors

export interface FieldProps {
  name: string;
  /** The name by default. Needed if a page has several forms. */
  id?: string;
  label: string;
  value?: string;
  /** An input type, or `textarea`. */
  type?: string;
  hint?: string;
  errors?: string[];
  /** Additional attributes. `true` means no value, and `false` and undefined are left out. */
  attributes?: Record<string, string | number | boolean | undefined>;
}

interface NotesProps {
  /** That of the field. */
  id: string;
  hint?: string;
  errors?: string[];
}

const Notes = ({ id, hint, errors = [] }: NotesProps) => (
  <>
    {errors.length > 0 && (
      <p class="error" role="alert" id={`${id}-error`}>
        {errors.map(wordsFor).join(' ')}
      </p>
    )}
    {hint ? (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
  </>
);

/** Attributes by which screen readers announce the notes with their field. */
function describedBy({ id, hint, errors = [] }: NotesProps) {
  const notes = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean);
  return {
    'aria-describedby': notes.join(' ') || undefined,
    'aria-invalid': errors.length > 0 ? ('true' as const) : undefined,
  };
}

export function Field(options: FieldProps) {
  const { name, id = name, label, value = '', type = 'text', hint, errors = [], attributes = {} } = options;
  const rest = { ...attributes, ...describedBy({ id, hint, errors }) };
  return (
    <div class="field">
      <label for={id}>{label}</label>{' '}
      {type === 'textarea' ? (
        <textarea id={id} name={name} {...rest}>{`\n${value}`}</textarea>
      ) : (
        <input
          id={id}
          name={name}
          value={type === 'password' || type === 'file' ? undefined : value}
          type={type}
          {...rest}
        />
      )}
      <Notes id={id} hint={hint} errors={errors} />
    </div>
  );
}

export const HiddenFields = ({ fields }: { fields: Record<string, string> }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

interface PostFormProps {
  visitor: { c: Context; session: BrowserSession | null };
  action: string;
  /** Hidden ones. */
  fields?: Record<string, string>;
  enctype?: 'multipart/form-data';
  id?: string;
  class?: string;
  hidden?: boolean;
  /** The script submits it without leaving the page. */
  inPlace?: boolean;
  /** For scripts. */
  [data: `data-${string}`]: string | number | undefined;
  children: Child;
}

/** A form with the token by which the server knows it as its own. */
export function PostForm({ visitor, action, fields, inPlace, children, ...attributes }: PostFormProps) {
  const { c, session } = visitor;
  return (
    <form method="post" action={action} data-in-place={inPlace ? '' : undefined} {...attributes}>
      <HiddenFields fields={{ form_token: formToken(c, session), ...fields }} />
      {children}
    </form>
  );
}

/** Attributes of a field for the name or e-mail address of a member. */
export const logInName = {
  required: true,
  maxlength: 300,
  autocomplete: 'username',
  autocapitalize: 'none',
  spellcheck: 'false',
};

/** Attributes of a field for a new password. */
export const newPassword = { required: true, minlength: 10, autocomplete: 'new-password' };

// Renders select fields and checkboxes

export interface SelectFieldProps {
  name: string;
  label: string;
  value: string;
  options: [value: string, label: string][];
  hint?: string;
  errors?: string[];
}

export function SelectField({ name, label, value, options, hint, errors = [] }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>{' '}
      <select id={name} name={name} {...describedBy({ id: name, hint, errors })}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      <Notes id={name} hint={hint} errors={errors} />
    </div>
  );
}

interface ChoiceProps {
  name: string;
  label: Child;
  checked?: boolean;
  hint?: string;
  /** Submitted when it is chosen. */
  value?: string;
  type?: 'checkbox' | 'radio';
  required?: boolean;
}

/** A checkbox, or one of several radio buttons. */
export function Checkbox({
  name,
  label,
  checked = false,
  hint,
  value = 'yes',
  type = 'checkbox',
  required,
}: ChoiceProps) {
  const id = value === 'yes' ? name : `${name}-${value}`;
  return (
    <div class="check">
      <input
        type={type}
        id={id}
        name={name}
        value={value}
        checked={checked}
        required={required}
        {...describedBy({ id, hint })}
      />
      <div>
        <label for={id}>{label}</label>
        <Notes id={id} hint={hint} />
      </div>
    </div>
  );
}

export const visibilities = (): SelectFieldProps['options'] =>
  sharedVisibilities.map((value) => [value, t(`visibility.${value}`)]);

// Form fields for the name, description and registration mode of the instance

/** `prefix` keeps the names distinct from other fields of the form. */
export function InstanceFields(options: { name: string; description: string; prefix?: string }) {
  const { name, description, prefix = '' } = options;
  return (
    <>
      <Field
        name={`${prefix}name`}
        label={t('instance.name')}
        value={name}
        hint={t('instance.name-hint')}
        attributes={{ required: true, maxlength: 60 }}
      />
      <Field
        name={`${prefix}description`}
        label={t('instance.description')}
        type="textarea"
        value={description}
        hint={t('instance.description-hint')}
        attributes={{ maxlength: 1_000 }}
      />
    </>
  );
}

export const RegistrationChoice = ({ value }: { value: string }) => (
  <SelectField
    name="registration"
    label={t('instance.who-can-sign-up')}
    value={value}
    options={(['closed', 'approval', 'open'] as const).map((mode) => [mode, t(`instance.choice-${mode}`)])}
    hint={t('instance.sign-up-hint')}
  />
);

// Renders a form that sends a passkey. The script shows it in browsers that have them

interface PasskeyFormProps extends Pick<PostFormProps, 'visitor' | 'action' | 'fields' | 'children'> {
  passkey: PasskeyRequest;
  kind: 'create' | 'get';
}

export function PasskeyForm({ passkey: { options, state }, kind, fields, children, ...form }: PasskeyFormProps) {
  return (
    <>
      <PostForm
        {...form}
        fields={{ ...fields, state, credential: '' }}
        data-passkey={kind}
        data-options={JSON.stringify(options)}
        hidden
      >
        {children}
        <p class="error" role="alert" data-text={t('passkey.not-used')} />
      </PostForm>
      <script type="module" src={assetPaths.passkey} />
    </>
  );
}

interface ChoicesProps {
  /** The label of the button. */
  action: string;
  kind?: 'danger' | 'quiet';
  /** Path of the page to return to. */
  back?: string;
  cancel?: string;
}

/** The button of a form, and a link back. */
export const Choices = ({ action, kind, back, cancel = t('common.cancel') }: ChoicesProps) => (
  <div class="choices">
    <button class={kind}>{action}</button>
    {back === undefined ? null : (
      <a class="button quiet" href={back}>
        {cancel}
      </a>
    )}
  </div>
);

// Says on pages what is wrong with a field. The API names the field before its short message, and a page does not

const words: [api: MessageKey, page: MessageKey][] = [
  ['errors.blank', 'form-error.blank'],
  ['errors.wrong', 'form-error.wrong'],
  ['errors.too-long', 'form-error.too-long'],
  ['errors.taken', 'form-error.taken'],
  ['errors.not-valid', 'form-error.not-valid'],
  ['errors.not-a-url', 'form-error.url'],
  ['errors.not-an-e-mail-address', 'form-error.e-mail'],
  ['errors.must-be-number', 'form-error.number'],
  ['errors.must-be-integer', 'form-error.whole-number'],
  ['errors.must-be-greater-than-0', 'form-error.above-zero'],
  ['errors.must-be-another-account', 'form-error.another-account'],
  ['errors.username-characters', 'form-error.name-characters'],
  ['errors.username-all-digits', 'form-error.name-digits'],
  ['errors.username-reserved', 'form-error.name-reserved'],
  ['errors.not-an-image', 'form-error.picture'],
  ['errors.empty-file', 'form-error.empty-file'],
  ['errors.picture-not-processed', 'form-error.picture'],
  ['errors.picture-too-many-pixels', 'form-error.picture-pixels'],
  ['errors.picture-too-much-memory', 'form-error.picture-memory'],
  ['errors.picture-too-slow', 'form-error.picture-time'],
  ['errors.no-space', 'form-error.no-space'],
  ['access.wrong-code', 'form-error.code'],
];

/** With one number, or the name of a format, in it. */
const wordsWithValue: [api: MessageKey, page: MessageKey, name: string][] = [
  ['errors.picture-format', 'form-error.picture-format', 'format'],
  ['errors.too-few-characters', 'form-error.characters', 'minLength'],
  ['errors.must-be-greater-or-equal', 'form-error.at-least', 'limit'],
  ['errors.must-be-less-or-equal', 'form-error.at-most', 'limit'],
];

/** Stands for the value, which no message contains. */
const hole = '\u0001';

function wordsFor(message: string): string {
  const [, page] = words.find(([api]) => t(api) === message) ?? [];
  if (page) return t(page);
  for (const [api, text, name] of wordsWithValue) {
    const [before = '', after = ''] = t(api, { [name]: hole }).split(hole);
    const value = message.slice(before.length, message.length - after.length);
    if (message === before + value + after && /^(?:\d{1,9}|[A-Z][A-Z0-9 ]{1,9})$/.test(value))
      return t(text, { [name]: value });
  }
  return message;
}

export const errorsInWords = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(wordsFor)]));
