/** A picture in some thirty characters: the BlurHash that clients show while it loads (https://github.com/woltapp/blurhash, Algorithm.md). */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';

type Colour = [red: number, green: number, blue: number];

/** `pixels` are sRGB, three bytes each, row by row. */
export function toBlurhash(pixels: Uint8Array, width: number, height: number): string {
  const [across, down] = width >= height ? [4, 3] : [3, 4];
  const linear = Float64Array.from(pixels, toLinear);
  const factors: Colour[] = [];
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) factors.push(factorOf(linear, width, height, x, y));
  }

  const [average, ...details] = factors as [Colour, ...Colour[]];
  const largest = Math.max(...details.flat().map(Math.abs));
  const scale = clamp(Math.floor(largest * 166 - 0.5), 82);
  const unit = (scale + 1) / 166;
  const [red, green, blue] = average.map(toSrgb) as Colour;
  return [
    base83(across - 1 + (down - 1) * 9, 1),
    base83(scale, 1),
    base83(red * 65_536 + green * 256 + blue, 4),
    ...details.map((detail) => base83(quantised(detail, unit), 2)),
  ].join('');
}

/** How much of one cosine wave is in the picture. */
function factorOf(linear: Float64Array, width: number, height: number, x: number, y: number): Colour {
  const sum: Colour = [0, 0, 0];
  for (let row = 0; row < height; row += 1) {
    const vertical = Math.cos((Math.PI * y * row) / height);
    for (let column = 0; column < width; column += 1) {
      const weight = vertical * Math.cos((Math.PI * x * column) / width);
      const at = 3 * (row * width + column);
      for (let channel = 0; channel < 3; channel += 1) sum[channel]! += weight * linear[at + channel]!;
    }
  }
  const normal = (x === 0 && y === 0 ? 1 : 2) / (width * height);
  return sum.map((value) => value * normal) as Colour;
}

function quantised(detail: Colour, unit: number): number {
  const [red, green, blue] = detail.map((value) => {
    const root = Math.sign(value) * Math.sqrt(Math.abs(value) / unit);
    return clamp(Math.floor(root * 9 + 9.5), 18);
  }) as Colour;
  return (red * 19 + green) * 19 + blue;
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));

function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toSrgb(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  const curved = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(curved * 255);
}

function base83(value: number, length: number): string {
  let text = '';
  for (let place = length - 1; place >= 0; place -= 1) text += digits[Math.floor(value / 83 ** place) % 83];
  return text;
}
