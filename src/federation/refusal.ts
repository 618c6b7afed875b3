/** Why a message from another server is not taken, in words its operator can use. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415;

/** Answered as it stands: nothing of it is secret. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, reason: string) {
    super(reason);
    this.status = status;
  }
}

export function answer(status: number, reason: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: reason }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
