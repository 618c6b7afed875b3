/** Fails a scenario whose course was not the intended one. */

/** @throws Error with the message unless it holds */
export function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
