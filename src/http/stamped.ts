/** An answer with the stamp it was read under: it may be given again for as long as the same stamp is read. */

export class Stamped<Value> {
  readonly value: Value;
  readonly stamp: string;

  constructor(value: Value, stamp: string) {
    this.value = value;
    this.stamp = stamp;
  }
}

/** What `show` makes of an item. */
export const stamped = <Item extends { stamp: string }, Value>(
  item: Item,
  show: (item: Item) => Value,
): Stamped<Value> => new Stamped(show(item), item.stamp);
