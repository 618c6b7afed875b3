/** Why the database cannot be used, in one line that names the remedy. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}
