/** Draws the picture that link previews show for a recipe without a photo. */
import sharp, { type OverlayOptions } from 'sharp';

export interface ShareText {
  title: string;
  author: string;
  site: string;
}

const width = 1_200;
const height = 630;
const margin = 90;
const titleWidth = width - 2 * margin;
const maxTitleHeight = 300;
/** The largest size at which the title fits. */
const titleSizes = [92, 80, 68, 58, 50, 42, 36, 30, 24];

const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="#fbf7f0"/>
<circle cx="1130" cy="600" r="250" fill="#f5e6d6"/>
<circle cx="1130" cy="600" r="185" fill="#fbf7f0"/>
<circle cx="1130" cy="600" r="165" fill="#f3d9bf"/>
<rect width="${width}" height="18" fill="#9a3b10"/>
<g transform="translate(${margin} 70) scale(2.1)" fill="none" stroke="#9a3b10" stroke-width="2.2"
stroke-linecap="round" stroke-linejoin="round">
<path d="M6 14h20v7a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6zM3 17h3M26 17h3M12 9c-2-2 2-3 0-5M20 9c-2-2 2-3 0-5"/></g>
</svg>`;

/** Returns a PNG. Throws if the system has no font. */
export async function drawSharePicture({ title, author, site }: ShareText): Promise<Buffer> {
  const drawn = await drawTitle(title);
  const byline = await drawText(author, { font: 'sans bold 34', maxHeight: 48 });
  const host = await drawText(site, { font: 'sans 28', maxHeight: 40, colour: '#665c51' });
  if (!isVisible(drawn)) throw new Error('no font');
  const titleTop = 170;
  const bylineTop = titleTop + drawn.raw.height + 36;
  return sharp(Buffer.from(background))
    .composite([
      { ...drawn, left: margin, top: titleTop },
      { ...byline, left: margin, top: bylineTop },
      { ...host, left: margin, top: height - 50 - host.raw.height },
    ] satisfies OverlayOptions[])
    .png({ palette: true })
    .toBuffer();
}

interface Drawn {
  input: Buffer;
  raw: { width: number; height: number; channels: 4 };
}

async function drawTitle(title: string): Promise<Drawn> {
  for (const size of titleSizes.slice(0, -1)) {
    const drawn = await drawText(title, { font: `serif bold ${size}`, maxHeight: 2 * height });
    if (drawn.raw.height <= maxTitleHeight) return drawn;
  }
  return drawText(title, { font: `serif bold ${titleSizes.at(-1)}`, maxHeight: maxTitleHeight });
}

/** Pango lays the text out: right-to-left and complex scripts, and lines that break in words if they must. */
async function drawText(
  text: string,
  { font, maxHeight, colour = '#2b2520' }: { font: string; maxHeight: number; colour?: string },
): Promise<Drawn> {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
  const drawn = sharp({
    text: { text: markup, font, width: titleWidth, wrap: 'word-char', rgba: true, dpi: 72, spacing: 4 },
  });
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  const size = { width: Math.min(info.width, titleWidth), height: Math.min(info.height, maxHeight) };
  const raw = { width: info.width, height: info.height, channels: info.channels as 4 };
  const cut = await sharp(data, { raw })
    .extract({ left: 0, top: 0, ...size })
    .raw()
    .toBuffer();
  return { input: cut, raw: { ...size, channels: raw.channels } };
}

/** The fourth byte of each pixel is its opacity. */
const isVisible = ({ input }: Drawn) => input.some((byte, at) => at % 4 === 3 && byte > 0);

/** Also removes characters that XML does not allow. */
const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
