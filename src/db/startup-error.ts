/** The database cannot be used. The message names the reason and the remedy in one line. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}
