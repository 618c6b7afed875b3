/** Extends Prisma's PostgreSQL adapter with the catalogue type "char", which the schema engine reads and the adapter rejects. */
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const { CHAR, TEXT } = pg.types.builtins;

const runWhole = (script: string) => async (client: pg.PoolClient) => {
  try {
    await client.query(script);
  } finally {
    client.release();
  }
};

/** Supports one statement at a time, which suffices for the engine. Uses the same empty database as shadow database. */
export function catalogueAdapter(pool: pg.Pool): PrismaPg {
  let characters: boolean[] = [];
  const query = pool.query.bind(pool);
  const asText = async (config: pg.QueryArrayConfig) => {
    const result = await query(config);
    characters = result.fields.map((field) => field.dataTypeID === CHAR);
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    return result;
  };
  Object.assign(pool, { query: asText });

  const adapter = new PrismaPg(pool);
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connection = await connect();
    // The adapter would split scripts at every semicolon, even inside function bodies.
    connection.executeScript = async (script) => void (await pool.connect().then(runWhole(script)));
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      const columnTypes = result.columnTypes.map((type, i) => (characters[i] ? ColumnTypeEnum.Character : type));
      return { ...result, columnTypes };
    };
    return connection;
  };
  adapter.connectToShadowDb = () => adapter.connect();
  return adapter;
}
