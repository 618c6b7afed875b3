/** Pairs a response with the version of its data, so that it can be cached. */

export class Versioned<Value> {
  readonly value: Value;
  readonly version: string;

  constructor(value: Value, version: string) {
    this.value = value;
    this.version = version;
  }
}

/** Converts an item and takes over its version. */
export const toVersioned = <Item extends { responseVersion: string }, Value>(
  item: Item,
  convert: (item: Item) => Value,
): Versioned<Value> => new Versioned(convert(item), item.responseVersion);
