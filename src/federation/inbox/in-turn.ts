/** Keeps what one actor says in the order it was said: the next waits until the last is done. */

const lastOf = new Map<string, Promise<unknown>>();

export async function inTurn<T>(actorIri: string, work: () => Promise<T>): Promise<T> {
  const turn = (lastOf.get(actorIri) ?? Promise.resolve()).then(work, work);
  lastOf.set(actorIri, turn);
  try {
    return await turn;
  } finally {
    if (lastOf.get(actorIri) === turn) lastOf.delete(actorIri);
  }
}
