/** Handles the activities of one actor in the order of their arrival. */

const lastOf = new Map<string, Promise<unknown>>();

export async function inOrderPerActor<T>(actorIri: string, work: () => Promise<T>): Promise<T> {
  const previous = (lastOf.get(actorIri) ?? Promise.resolve()).then(work, work);
  lastOf.set(actorIri, previous);
  try {
    return await previous;
  } finally {
    if (lastOf.get(actorIri) === previous) lastOf.delete(actorIri);
  }
}
