/**
 * Clients of members: a missing answer is null, and an answer that breaks the API's contract throws, unless it is a
 * 5xx.
 */
import type { ApiClient, ClientResponse } from '../support/api-client.ts';
import type { Instance } from '../support/instance.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

export interface Client {
  /** Empty for a client without a token. */
  name: string;
  /** The id of the account, 0 without a token. */
  id: number;
  /** Empty for a client without one. */
  token: string;
  request(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ClientResponse | null>;
}

/** The TLS proxy answers 502 while no web process runs, which counts as no answer. */
const brokeContract = /^(?:GET|POST|PATCH|DELETE) \S+ answered (\d+): /;

function clientOf(name: string, id: number, token: string, api: ApiClient): Client {
  return {
    name,
    id,
    token,
    request: async (method, path, body, headers) => {
      try {
        if (method === 'post') return await api.post(path, body, headers);
        if (method === 'patch') return await api.patch(path, body);
        return await api[method](path);
      } catch (error) {
        const { message } = error as Error;
        const status = Number(brokeContract.exec(message)?.[1] ?? 502);
        if (status === 502) return null;
        if (status < 500) throw error;
        return { status, headers: {}, body: null };
      }
    },
  };
}

export const anonymous = (instance: Instance): Client => clientOf('', 0, '', instance.api());

/** Creates accounts with tokens of every scope. */
export async function joinMembers<Name extends string>(
  instance: Instance,
  names: readonly Name[],
): Promise<Record<Name, Client>> {
  const created = await instance.createMembers(names);
  const clients = created.map(({ name, id, token }) => [name, clientOf(name, id, token, instance.api(token))]);
  return Object.fromEntries(clients) as Record<Name, Client>;
}
