/** The schemas of the API, and the texts and examples of its documentation. */
import { raw } from 'hono/html';
import type { ApiDocument, Schema } from '../../http/schema.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import type { Html } from '../components/layout.tsx';

export const docsPath = '/api/docs';
export const schemasPath = `${docsPath}/schemas`;
const schemaPath = (name: string): string => `${schemasPath}#${name}`;

/** Returns the name that a `$ref` ends with. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

// Renders texts and examples of the OpenAPI document

/** Markdown. Joins lines that are wrapped in the source. */
export const Prose = ({ text }: { text: string | undefined }) =>
  text ? <div class="prose">{raw(renderMarkdown(text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')))}</div> : null;

/** Renders inline text, in which only code is marked up. */
export const inline = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));

export const Code = ({ text, label }: { text: string; label: string }) => (
  <figure class="sample">
    <figcaption>{label}</figcaption>
    <pre>
      <code>{text}</code>
    </pre>
  </figure>
);

/** Long values are folded. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const text = JSON.stringify(value, null, 2);
  if (text.split('\n').length <= 30) return <Code text={text} label={label} />;
  return (
    <details class="sample">
      <summary>{label}</summary>
      <pre>
        <code>{text}</code>
      </pre>
    </details>
  );
}

// Renders the keys of a schema with type, limits and description

type Piece = Html | string;

/** Empty for a schema without keys. */
export function Fields({ schema }: { schema: Schema }) {
  const parts = (schema.allOf ?? [schema]).filter((part) => part.properties);
  if (parts.length === 0) return null;
  return (
    <dl class="keys">
      {parts.map(({ properties, required }) =>
        Object.entries(properties!).map(([name, value]) => (
          <Entry name={name} schema={value} required={required?.includes(name) ?? false} />
        )),
      )}
    </dl>
  );
}

interface EntryProps {
  name: string;
  schema: Schema;
  required: boolean;
  /** Instead of the description of the schema. */
  description?: string | undefined;
}

/** Marks required keys, because most keys of requests are optional. */
export function Entry({ name, schema, required, description = schema.description }: EntryProps) {
  const inner = objectIn(schema);
  return (
    <div>
      <dt>
        <code>{name}</code> <span class="type">{typeOf(schema)}</span>
        {required && (
          <>
            {' '}
            <span class="required">required</span>
          </>
        )}
      </dt>
      <dd>
        {description && <p>{inline(description)}</p>}
        <Bounds schema={schema} />
        {inner && <Fields schema={inner} />}
      </dd>
    </div>
  );
}

/** Names the type, with a link if the schema has a name. */
export function typeOf(schema: Schema): Piece {
  const { $ref, anyOf, allOf, items, additionalProperties } = schema;
  if ($ref) return <a href={schemaPath(nameIn($ref))}>{nameIn($ref)}</a>;
  if (anyOf) return joined(anyOf.map(typeOf), ' or ');
  if (allOf) return joined(allOf.filter((part) => part.$ref).map(typeOf), ' and ');
  const types = [schema.type ?? 'any'].flat();
  return joined(
    types.map((type) => {
      if (type === 'array' && items) return <>list of {typeOf(items)}</>;
      if (type === 'object' && typeof additionalProperties === 'object')
        return <>object of {typeOf(additionalProperties)}</>;
      return type;
    }),
    ' or ',
  );
}

/** Returns the schema that this one extends. */
const baseOf = ({ allOf }: Schema): Schema | null => allOf?.find((part) => part.$ref) ?? null;

export const joined = (pieces: Piece[], between: string): Html => (
  <>
    {pieces.map((piece, index) => (
      <>
        {index > 0 && between}
        {piece}
      </>
    ))}
  </>
);

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

function Bounds({ schema }: { schema: Schema }) {
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
  if (named.length === 0 && words.length === 0) return null;
  const choices = joined(
    named.map((value) => <code>{String(value)}</code>),
    ' · ',
  );
  return (
    <p class="hint">
      {choices}
      {named.length > 0 && words.length > 0 && '; '}
      {words.join(', ')}
    </p>
  );
}

function between(least: number | undefined, most: number | undefined, unit = ''): string {
  const text = (value: number) => `${value.toLocaleString('en-GB')}${unit && ` ${unit}`}`;
  if (most === undefined) return least ? `at least ${text(least)}` : '';
  return least ? `${least.toLocaleString('en-GB')} to ${text(most)}` : `at most ${text(most)}`;
}

// Renders the named schemas of the API

export const Schemas = ({ document: { components } }: { document: ApiDocument }) => {
  const all = Object.entries(components.schemas);
  return (
    <>
      <h1>Schemas</h1>
      <p class="lead">The objects that requests and responses contain. Keys marked “required” are always present.</p>
      <ul class="schema-list">
        {all.map(([name]) => (
          <li>
            <a href={schemaPath(name)}>
              <code>{name}</code>
            </a>
          </li>
        ))}
      </ul>
      {all.map(([name, schema]) => (
        <NamedSchema name={name} schema={schema} example={components.examples[name]} />
      ))}
    </>
  );
};

function NamedSchema({ name, schema, example }: { name: string; schema: Schema; example?: { value: unknown } }) {
  const base = baseOf(schema);
  return (
    <section class="operation" id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        <a href={`#${name}`}>
          <code>{name}</code>
        </a>
      </h2>
      <div class="columns">
        <div>
          {base && <p>All keys of {typeOf(base)}, and:</p>}
          <Fields schema={schema} />
        </div>
        <div class="samples">{example && <Json value={example.value} label="Example" />}</div>
      </div>
    </section>
  );
}
