/** What the imaging process says of the sizes it made, which follow in this order. */

export interface Made {
  /** Of the largest. */
  width: number;
  height: number;
  blurhash: string;
  /** From the picture's own metadata; empty if there is none. */
  altText: string;
  /** Bytes of each. */
  sizes: number[];
}
