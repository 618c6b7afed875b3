/** The header that the imaging process writes before the pictures, after a line end once the source is decoded. */

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
