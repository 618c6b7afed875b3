/** Renders the keys of a schema with type, limits and description. */
import { html } from 'hono/html';
import type { Schema } from '../../http/schema.ts';
import type { Html } from '../components/layout.ts';
import { nameIn, schemaPath } from './paths.ts';
import { inline } from './text.ts';

type Piece = Html | string;

/** Returns an empty string for a schema without keys. */
export function fields(schema: Schema): Piece {
  const parts = (schema.allOf ?? [schema]).filter((part) => part.properties);
  if (parts.length === 0) return '';
  return html`<dl class="keys">${parts.map(({ properties, required }) =>
    Object.entries(properties!).map(([name, value]) => entry(name, value, required?.includes(name) ?? false)),
  )}</dl>`;
}

/** Marks required keys, because most keys of requests are optional. */
export function entry(name: string, schema: Schema, required: boolean, described = schema.description) {
  const inner = objectIn(schema);
  return html`<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required ? html` <span class="required">required</span>` : ''}</dt>
<dd>${described ? html`<p>${inline(described)}</p>` : ''}${bounds(schema)}${inner ? fields(inner) : ''}</dd></div>`;
}

/** Names the type, with a link if the schema has a name. */
export function typeOf(schema: Schema): Piece {
  const { $ref, anyOf, allOf, items, additionalProperties } = schema;
  if ($ref) return html`<a href="${schemaPath(nameIn($ref))}">${nameIn($ref)}</a>`;
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (allOf) return joined(allOf.filter((part) => part.$ref).map(typeOf), ' and ');
  const types = [schema.type ?? 'any'].flat();
  return joined(
    types.map((type) => {
      if (type === 'array' && items) return html`list of ${typeOf(items)}`;
      if (type === 'object' && typeof additionalProperties === 'object')
        return html`object of ${typeOf(additionalProperties)}`;
      return type;
    }),
    ' or ',
  );
}

/** Returns the schema that this one extends. */
export const baseOf = ({ allOf }: Schema): Schema | null => allOf?.find((part) => part.$ref) ?? null;

const joined = (pieces: Piece[], between: string): Html =>
  html`${pieces.map((piece, index) => html`${index > 0 ? between : ''}${piece}`)}`;

/** Finds an unnamed object schema, directly, in a list or in a union. */
function objectIn(schema: Schema): Schema | null {
  if (schema.properties) return schema;
  const within = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  for (const one of within) {
    const found = objectIn(one);
    if (found) return found;
  }
  return null;
}

function bounds(schema: Schema): Piece {
  const { enum: values, format, maxItems, minimum, maximum, minLength, maxLength } = schema;
  const named = values?.filter((value) => value !== null) ?? [];
  const words = [
    format === 'date-time' ? 'date and time' : format === 'uri' ? 'URL' : '',
    between(minLength, maxLength, 'characters'),
    // The largest integers are a limit of the format, not a rule of the API.
    between(minimum, maximum !== undefined && maximum < 2 ** 31 - 1 ? maximum : undefined),
    maxItems === undefined ? '' : `at most ${maxItems} items`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  if (named.length === 0 && words.length === 0) return '';
  const choices = joined(
    named.map((value) => html`<code>${String(value)}</code>`),
    ' · ',
  );
  return html`<p class="hint">${choices}${named.length > 0 && words.length > 0 ? '; ' : ''}${words.join(', ')}</p>`;
}

function between(least: number | undefined, most: number | undefined, unit = ''): string {
  const text = (value: number) => `${value.toLocaleString('en-GB')}${unit && ` ${unit}`}`;
  if (most === undefined) return least ? `at least ${text(least)}` : '';
  return least ? `${least.toLocaleString('en-GB')} to ${text(most)}` : `at most ${text(most)}`;
}
