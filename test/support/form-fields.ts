/** Reads all fields that a browser sends for a form, in the order of the page. */
import { Parser } from 'htmlparser2';

type Attributes = Record<string, string>;

const holdsFiles = ({ enctype, hidden }: Attributes) => enctype !== undefined && hidden === undefined;

/** Of the first form that `isForm` accepts: by default the first one shown that can hold files, without its files. */
export function fieldsOf(html: string, isForm: (form: Attributes) => boolean = holdsFiles): [string, string][] {
  const fields: [string, string][] = [];
  let state: 'before' | 'inside' | 'after' = 'before';
  let text: { name: string; value: string } | null = null;
  let select: { name: string; value: string | null } | null = null;
  const add = (name: string | undefined, value: string) => {
    if (name) fields.push([name, value.replaceAll(/\r?\n/g, '\r\n')]);
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === 'form' && state === 'before' && isForm(attributes)) state = 'inside';
      if (state !== 'inside') return;
      const { name = '', type = 'text', value = '' } = attributes;
      if (tag === 'textarea') text = { name, value: '' };
      else if (tag === 'select') select = { name, value: null };
      else if (tag === 'option' && select && (select.value === null || 'selected' in attributes)) select.value = value;
      else if (tag === 'input' && type !== 'file') {
        if ((type !== 'checkbox' && type !== 'radio') || 'checked' in attributes) add(name, value);
      }
    },
    ontext(part) {
      if (text) text.value += part;
    },
    onclosetag(tag) {
      if (tag === 'textarea' && text) add(text.name, text.value.replace(/^\n/, ''));
      if (tag === 'select' && select) add(select.name, select.value ?? '');
      if (tag === 'textarea') text = null;
      if (tag === 'select') select = null;
      if (tag === 'form' && state === 'inside') state = 'after';
    },
  });
  parser.end(html);
  return fields;
}
