/** Asks PostgreSQL for the parameter and column types of a statement without running it. */
import type { ClientBase, Connection } from 'pg';

export interface Description {
  parameters: number[];
  columns: { name: string; type: number }[];
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[];
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
        description.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
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
