/** Writes what was entered, and what is wrong with it, into the HTML of a page with a form. */
import { Parser } from 'htmlparser2';
import type { FieldErrors } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';

// Finds the tags of a page

interface Tag {
  name: string;
  isClosing: boolean;
  attributes: Record<string, string>;
  /** Offsets in the page. `end` is the one after the tag. */
  start: number;
  end: number;
}

function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  const at = (parser: Parser) => ({ start: parser.startIndex, end: parser.endIndex + 1 });
  const parser = new Parser({
    onopentag: (name, attributes) => tags.push({ name, isClosing: false, attributes, ...at(parser) }),
    onclosetag: (name, isImplied) => {
      if (!isImplied) tags.push({ name, isClosing: true, attributes: {}, ...at(parser) });
    },
  });
  parser.end(html);
  return tags;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function applyEdits(html: string, edits: Edit[]): string {
  let [result, from] = ['', 0];
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    result += html.slice(from, start) + text;
    from = end;
  }
  return result + html.slice(from);
}

const insertion = (at: number, text: string): Edit => ({ start: at, end: at, text });

const replacement = ({ name, start, end }: Tag, attributes: Record<string, string>): Edit => {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? key : `${key}="${escapeHtml(value)}"`,
  );
  return { start, end, text: `<${[name, ...written].join(' ')}>` };
};

const without = (attributes: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name));

// Writes the values and messages of a form that was refused into its page

interface Refusal {
  /** Path that the form was sent to. */
  action: string;
  fields: URLSearchParams;
  /** Messages by field. Those that belong to no field of the form stand above it. */
  errors: FieldErrors;
}

const isControl = ({ name, isClosing, attributes }: Tag) =>
  !isClosing &&
  (name === 'textarea' || name === 'select' || (name === 'input' && attributes.type !== 'hidden')) &&
  attributes.name !== undefined;

const isChoice = ({ attributes: { type } }: Tag) => type === 'checkbox' || type === 'radio';
/** Browsers do not take the value of a file from a page, and a password does not belong into one. */
const keepsNoValue = ({ attributes: { type } }: Tag) => type === 'file' || type === 'password';

interface Form {
  tags: Tag[];
  /** How many of its fields were sent. */
  matches: number;
}

/** Several forms may be sent to one path, such as those of a list. */
function findForm(tags: Tag[], { action, fields }: Refusal): Tag[] | null {
  const forms: Form[] = [];
  for (let index = 0; index < tags.length; index++) {
    if (tags[index]!.name !== 'form' || tags[index]!.isClosing) continue;
    const length = tags.slice(index).findIndex(({ name, isClosing }) => name === 'form' && isClosing);
    const inside = tags.slice(index, length === -1 ? undefined : index + length + 1);
    const paths = inside.flatMap(({ attributes }) => [attributes.action, attributes.formaction]);
    if (!paths.some((path) => path?.split('?')[0] === action)) continue;
    const sent = inside.filter(({ attributes: { type, name, value } }) =>
      type === 'hidden' ? name !== 'form_token' && fields.get(name!) === value : name !== undefined && fields.has(name),
    );
    forms.push({ tags: inside, matches: sent.length });
  }
  return forms.toSorted((one, other) => other.matches - one.matches)[0]?.tags ?? null;
}

/** `items[0].name` and `items` belong to the field `item`. */
const belongsTo = (key: string, name: string): boolean => {
  const base = key.split(/[.[]/, 1)[0]!;
  return key === name || base === name || base === `${name}s`;
};

const alertText = (messages: string[]) => escapeHtml(messages.join(' '));

/** Returns null if the page has no such form. */
export function fillForm(html: string, refusal: Refusal): string | null {
  const tags = tagsOf(html);
  const form = findForm(tags, refusal);
  if (!form) return null;
  const errors = new Map(Object.entries(refusal.errors));
  const sent = Map.groupBy(refusal.fields, ([name]) => name);
  const edits: Edit[] = [];
  const marked: Tag[] = [];
  let legendEnd: number | null = null;

  const takeErrors = (name: string): string[] => {
    const keys = [...errors.keys()].filter((key) => belongsTo(key, name));
    const messages = keys.flatMap((key) => errors.get(key)!);
    for (const key of keys) errors.delete(key);
    return messages;
  };

  form.forEach((tag, index) => {
    if (tag.name === 'fieldset') legendEnd = null;
    if (tag.name === 'legend' && tag.isClosing) legendEnd = tag.end;
    if (!isControl(tag)) return;
    const name = tag.attributes.name!;
    const values = sent.get(name);
    const closing =
      tag.name === 'input' ? tag : form.slice(index).find((each) => each.name === tag.name && each.isClosing);
    if (!closing) return;
    let { attributes } = tag;

    if (isChoice(tag)) {
      const isChosen = values?.some(([, value]) => value === (attributes.value ?? 'on'));
      attributes = { ...without(attributes, 'checked'), ...(isChosen && { checked: '' }) };
    } else if (values?.length && !keepsNoValue(tag)) {
      const [, value] = values.shift()!;
      if (tag.name === 'input') attributes = { ...attributes, value };
      else if (tag.name === 'textarea')
        edits.push({ start: tag.end, end: closing.start, text: `\n${escapeHtml(value)}` });
      else edits.push(...choose(form.slice(index, form.indexOf(closing)), value));
    }

    const messages = takeErrors(name);
    if (messages.length > 0) {
      const id = `${attributes.id ?? name}-error`;
      const describedBy = [attributes['aria-describedby'], id].filter(Boolean).join(' ');
      attributes = { ...attributes, 'aria-describedby': describedBy, 'aria-invalid': 'true' };
      const place = isChoice(tag) ? (legendEnd ?? form[0]!.end) : closing.end;
      edits.push(insertion(place, `<p class="error" role="alert" id="${escapeHtml(id)}">${alertText(messages)}</p>`));
      marked.push(tag);
    }
    edits.push(replacement(tag, attributes));
  });

  const others = [...errors.values()].flat();
  if (others.length > 0) {
    const place = placeOfNote(tags, form);
    edits.push(insertion(place.end, `<div class="note bad" role="alert">${alertText(others)}</div>`));
    marked.push(place);
  }
  return applyEdits(html, [...edits, ...openDetails(tags, marked)]);
}

/** Opens what is folded around the tags. */
function openDetails(tags: Tag[], marked: Tag[]): Edit[] {
  const around: Tag[] = [];
  const opened = new Set<Tag>();
  for (const tag of tags) {
    if (tag.name === 'details' && tag.isClosing) around.pop();
    else if (tag.name === 'details') around.push(tag);
    else if (marked.includes(tag)) for (const details of around) opened.add(details);
  }
  return [...opened].map((details) => replacement(details, { ...details.attributes, open: '' }));
}

/** Selects one option only. */
function choose(tags: Tag[], chosen: string): Edit[] {
  const options = tags.filter(({ name, isClosing }) => name === 'option' && !isClosing);
  if (!options.some(({ attributes }) => attributes.value === chosen)) return [];
  return options.map((option) => {
    const attributes = without(option.attributes, 'selected');
    return replacement(option, option.attributes.value === chosen ? { ...attributes, selected: '' } : attributes);
  });
}

/** The tag that it follows. A form of one button may be in a menu that is closed, and a script shows a hidden one. */
function placeOfNote(tags: Tag[], form: Tag[]): Tag {
  const main = tags.find(({ name, isClosing }) => name === 'main' && !isClosing);
  const isShown = form[0]!.attributes.hidden === undefined && form.some(isControl);
  return isShown || !main ? form[0]! : main;
}

// Says where a file has to be chosen again

/** Browsers keep no chosen file in a page that answers a form. Files with an error of their own need no second word. */
export function markLostFiles(html: string, names: string[], text: string): string {
  const inputs = tagsOf(html).filter(
    ({ name, attributes }) =>
      name === 'input' &&
      attributes.type === 'file' &&
      attributes['aria-invalid'] === undefined &&
      names.includes(attributes.name ?? ''),
  );
  const edits = inputs.flatMap((tag) => {
    const id = `${tag.attributes.id ?? tag.attributes.name}-again`;
    const describedBy = [tag.attributes['aria-describedby'], id].filter(Boolean).join(' ');
    return [
      replacement(tag, { ...tag.attributes, 'aria-describedby': describedBy }),
      insertion(tag.end, `<p class="error" id="${escapeHtml(id)}">${escapeHtml(text)}</p>`),
    ];
  });
  return applyEdits(html, edits);
}

// Marks a page that says why a form was refused

/**
 * The title says it first, every message is announced, and the focus is on the first field that is wrong, or else on
 * the first message.
 */
export function markRefusal(html: string, titleOf: (title: string) => string): string {
  const tags = tagsOf(html);
  const edits: Edit[] = [];
  const title = tags.findIndex(({ name }) => name === 'title');
  if (title !== -1) {
    const [start, end] = [tags[title]!.end, tags[title + 1]!.start];
    edits.push({ start, end, text: titleOf(html.slice(start, end)) });
  }
  const opening = tags.filter(({ isClosing }) => !isClosing);
  const isError = ({ attributes }: Tag) => attributes.class === 'error' && attributes.role === undefined;
  // A script fills in an alert with `data-text`.
  const isAlert = (tag: Tag) =>
    isError(tag) || (tag.attributes.role === 'alert' && tag.attributes['data-text'] === undefined);
  const wrong = opening.find(({ attributes }) => attributes['aria-invalid'] === 'true') ?? opening.find(isAlert);
  const focused = opening.some(({ attributes }) => attributes.autofocus !== undefined) ? undefined : wrong;
  for (const tag of opening.filter((each) => each === focused || isError(each))) {
    const role: Record<string, string> = isError(tag) ? { role: 'alert' } : {};
    const focus: Record<string, string> = tag === focused ? { autofocus: '' } : {};
    const focusable: Record<string, string> = tag === focused && isAlert(tag) ? { tabindex: '-1' } : {};
    edits.push(replacement(tag, { ...tag.attributes, ...role, ...focusable, ...focus }));
  }
  return applyEdits(html, edits);
}
