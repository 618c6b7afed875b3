/** Builds AVIF files that other programs would not write. */
import sharp from 'sharp';

/** One color, so that it has few bytes however large it is. */
export const flatAvif = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#f00' }, limitInputPixels: false })
    .avif({ effort: 0, quality: 30 })
    .toBuffer();

/** The same file with another size in its header than in its pixels. */
export function claiming(avif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(avif);
  const at = changed.indexOf('ispe', 0, 'latin1');
  changed.writeUInt32BE(width, at + 8);
  changed.writeUInt32BE(height, at + 12);
  return changed;
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

const full = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...content);

const text = (value: string) => Buffer.from(value, 'latin1');

/** A grid (ISO/IEC 23008-12 §6.6.2.3.2) that shows one small tile `rows` × `columns` times. */
export async function gridAvif(rows: number, columns: number, side = 64): Promise<Buffer> {
  const tile = await flatAvif(side, side);
  const boxOf = (type: string) => {
    const at = tile.indexOf(type, 0, 'latin1') - 4;
    return tile.subarray(at, at + tile.readUInt32BE(at));
  };
  const pixels = boxOf('mdat').subarray(8);
  const [width, height] = [columns * side, rows * side];
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);
  const count = rows * columns;

  const item = (id: number, type: string) => full('infe', 2, 0, u16(id), u16(0), text(`${type}\0`));
  const size = (x: number, y: number) => full('ispe', 0, 0, u32(x), u32(y));
  const file = (start: number) =>
    Buffer.concat([
      box('ftyp', text('avif'), u32(0), text('avifmif1miaf')),
      full(
        'meta',
        0,
        0,
        full('hdlr', 0, 0, u32(0), text('pict'), Buffer.alloc(13)),
        full('pitm', 0, 0, u16(1)),
        full(
          'iloc',
          0,
          0,
          Buffer.from([0x44, 0]),
          u16(2),
          u16(1),
          u16(0),
          u16(1),
          u32(start),
          u32(grid.length),
          u16(2),
          u16(0),
          u16(1),
          u32(start + grid.length),
          u32(pixels.length),
        ),
        full('iinf', 0, 0, u16(2), item(1, 'grid'), item(2, 'av01')),
        full('iref', 0, 0, box('dimg', u16(1), u16(count), Buffer.concat(Array(count).fill(u16(2))))),
        box(
          'iprp',
          box('ipco', size(width, height), size(side, side), boxOf('av1C'), boxOf('pixi')),
          full('ipma', 0, 0, u32(2), u16(1), Buffer.from([2, 1, 4]), u16(2), Buffer.from([3, 2, 0x83, 4])),
        ),
      ),
      box('mdat', grid, pixels),
    ]);
  return file(file(0).length - grid.length - pixels.length);
}
