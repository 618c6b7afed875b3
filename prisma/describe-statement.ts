/** Asks PostgreSQL for the parameter and column types of a statement without running it. */
import type { ClientBase, Connection } from 'pg';

export interface Description {
  parameters: number[];
  /** `column` is the column of a table (`table:number`) that this one is, also through sub-selects, or `0:0`. */
  columns: { name: string; type: number; column: string }[];
}

interface RowDescription {
  fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[];
}

/** Types are OIDs. Rejects with PostgreSQL's error, such as a column that does not exist. */
export function describeStatement(client: ClientBase, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const description: Description = { parameters: [], columns: [] };
    let connection: Connection;
    const onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      description.parameters = dataTypeIDs;
    };
    client.query({
      submit(on: Connection) {
        connection = on;
        on.on('parameterDescription', onParameters);
        on.parse({ name: '', text, types: [] }, true);
        on.describe({ type: 'S', name: '' }, true);
        on.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        description.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          column: `${tableID}:${columnID}`,
        }));
      },
      handleError(error: Error) {
        connection.off('parameterDescription', onParameters);
        reject(error);
      },
      handleReadyForQuery() {
        connection.off('parameterDescription', onParameters);
        resolve(description);
      },
    } as never);
  });
}
