/** The header that the imaging process writes before the pictures. */

export interface ImagingResult {
  /** Of the largest picture. */
  width: number;
  height: number;
  blurhash: string;
  /** From the metadata of the picture, or empty. */
  altText: string;
  /** Sizes in bytes, in the order of the pictures. */
  sizes: number[];
}
