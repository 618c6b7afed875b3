/** Writes TypeScript that compiles only if the declared types of a statement match PostgreSQL's description. */
import type { ClientBase } from 'pg';
import type { Description } from './describe-statement.ts';

interface PgType {
  name: string;
  isEnum: boolean;
  element: number;
}
export type PgTypes = Map<number, PgType>;

export async function readTypes(client: ClientBase): Promise<PgTypes> {
  const { rows } = await client.query(
    `SELECT oid::int8 AS oid, typname::text AS name, typtype = 'e' AS "isEnum",
       (CASE typcategory WHEN 'A' THEN typelem ELSE 0 END)::int8 AS element FROM pg_type`,
  );
  return new Map(rows.map(({ oid, ...type }) => [Number(oid), { ...type, element: Number(type.element) }]));
}

const textual = new Set(['text', 'varchar', 'bpchar', 'name', 'uuid', 'regclass']);
const numeric = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'oid']);
const temporal = new Set(['timestamptz', 'timestamp', 'date']);

/** The type that `pg` returns for a column. */
function columnType(oid: number, types: PgTypes): string {
  const { name, isEnum, element } = types.get(oid)!;
  // pg does not parse arrays of enums.
  if (element !== 0) return types.get(element)!.isEnum ? 'string' : `(${columnType(element, types)} | null)[]`;
  if (isEnum || textual.has(name) || name === 'numeric') return 'string';
  if (numeric.has(name)) return 'number';
  if (temporal.has(name)) return 'Date';
  if (name === 'bool') return 'boolean';
  return name === 'bytea' ? 'Uint8Array' : 'unknown';
}

/** The types that `pg` accepts for a parameter. */
function parameterType(oid: number, types: PgTypes): string {
  const { name, element } = types.get(oid)!;
  if (element !== 0) return `readonly (${parameterType(element, types)} | null)[]`;
  if (name === 'numeric') return 'number | string';
  if (temporal.has(name)) return 'Date | string';
  return columnType(oid, types);
}

const helpers = `
type Row<F> = F extends (...given: never[]) => Promise<(infer R)[]> ? R : never;
type Params<F> = F extends (on: never, ...params: infer P) => unknown ? P : never;
type Keys<T> = Extract<keyof T, string>;
type Wrong<D, A> = { [K in keyof D]-?: K extends keyof A ? (NonNullable<D[K]> extends A[K] ? never : K) : K }[keyof D];
// Rows of type Record<string, unknown> become domain types in nest(), which src/db must not import.
type Columns<D, A> = [D] extends [never] ? true
  : string extends keyof D ? true
  : [Exclude<Keys<D>, keyof A>] extends [never]
    ? [Exclude<Keys<A>, keyof D>] extends [never]
      ? [Wrong<D, A>] extends [never] ? true : \`wrong column type: \${Extract<Wrong<D, A>, string>}\`
      : \`column not declared: \${Exclude<Keys<A>, keyof D>}\`
    : \`no such column: \${Exclude<Keys<D>, keyof A>}\`;
type Parameters<D extends unknown[], A extends unknown[]> = Required<D>['length'] extends A['length']
  ? { [I in keyof D]: I extends keyof A ? (NonNullable<D[I]> extends A[I] ? true : \`wrong parameter type: \${Extract<I, string>}\`) : never }[number] extends infer R
    ? [Exclude<R, true>] extends [never] ? true : Exclude<R, true> : never
  : \`\${A['length']} parameters instead of \${Required<D>['length']}\`;
type Item<P> = NonNullable<P> extends { readonly value?: infer V } ? (NonNullable<V> extends readonly (infer I)[] ? I : never) : never;
type Recordset<I, C extends string> = [I] extends [never] ? 'is not declared as Json'
  : [Exclude<Keys<I>, C>] extends [never]
    ? [Exclude<C, Keys<I>>] extends [never] ? true : \`not in the JSON: \${Exclude<C, Keys<I>>}\`
    : \`not in the recordset: \${Exclude<Keys<I>, C>}\`;
type Populated<I, C extends string> = [I] extends [never] ? 'is not declared as Json'
  : [Exclude<Keys<I>, C>] extends [never] ? true : \`not in the table: \${Exclude<Keys<I>, C>}\`;
`;

export const generatedHead = (modules: string[]): string =>
  `${modules.map((path, index) => `import type * as m${index} from '${path}';`).join('\n')}\n${helpers}`;

/** One line for each comparison. `path` is the statement's expression, such as `typeof m0.findUser`. */
export function comparisons(
  path: string,
  text: string,
  { parameters, columns }: Description,
  types: PgTypes,
  tables: Map<string, string[]>,
): string[] {
  const row = columns.map(({ name, type }) => `${JSON.stringify(name)}: ${columnType(type, types)}`).join('; ');
  const union = (names: string[]) => names.map((name) => `'${name}'`).join(' | ');
  const item = (parameter: string) => `Item<Params<${path}>[${Number(parameter) - 1}]>`;
  const recordsets = [
    ...text.matchAll(/jsonb_to_recordset\(\$(\d+)(?:::jsonb)?\)\s*AS\s*\w*\s*\(([^()]*(?:\[\][^()]*)*)\)/g),
  ];
  const nested = [...text.matchAll(/jsonb_to_recordset\(\w+\.(\w+)\)\s*AS\s*\w*\s*\(([^()]*)\)/g)];
  const populated = [...text.matchAll(/jsonb_populate_recordset\(NULL::(\w+), \$(\d+)(?:::jsonb)?\)/g)];
  const namesIn = (list: string) => list.split(',').map((column) => column.trim().split(/\s/, 1)[0]!);
  return [
    `Columns<Row<${path}>, { ${row} }>`,
    `Parameters<Params<${path}>, [${parameters.map((oid) => parameterType(oid, types)).join(', ')}]>`,
    ...recordsets.flatMap(([, parameter, list]) => [
      `Recordset<${item(parameter!)}, ${union(namesIn(list!))}>`,
      ...nested
        .filter(([, column]) => namesIn(list!).includes(column!))
        .map(
          ([, column, inner]) =>
            `Recordset<Item<{ value?: ${item(parameter!)}['${column}'] }>, ${union(namesIn(inner!))}>`,
        ),
    ]),
    ...populated.map(([, table, parameter]) => `Populated<${item(parameter!)}, ${union(tables.get(table!)!)}>`),
  ];
}
