/** Reads the metadata of pictures: their alt text, and whether their colour profile is that of sRGB. */
import { Parser } from 'htmlparser2';

// Reads alt text: IPTC's alternative text, else the description

const maxXmp = 256 * 1024;

/** Empty without metadata. */
export function altTextOf({ xmp, iptc }: { xmp?: Buffer; iptc?: Buffer }): string {
  return (fromXmp(xmp) || fromIptc(iptc)).trim();
}

/** The first entry of `Iptc4xmpCore:AltTextAccessibility`, else of `dc:description`. */
function fromXmp(xmp: Buffer | undefined): string {
  if (!xmp || xmp.length > maxXmp) return '';
  const found = new Map<string, string>();
  const open: string[] = [];
  let entry = '';

  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name);
        entry = '';
      },
      ontext: (text) => {
        entry += text;
      },
      onclosetag: (name) => {
        const property = name === 'rdf:li' ? open.at(-3) : name;
        if (property && entry.trim() !== '' && !found.has(property)) found.set(property, entry.trim());
        open.pop();
        entry = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xmp.toString('utf8'));
  return found.get('Iptc4xmpCore:AltTextAccessibility') || found.get('dc:description') || '';
}

/** Dataset 2:120, Caption/Abstract (IPTC-IIM 4.2); in UTF-8 where it can be, else Latin-1. */
function fromIptc(iptc: Buffer | undefined): string {
  if (!iptc) return '';
  const at = iptc.indexOf(Buffer.from([0x1c, 0x02, 0x78]));
  if (at < 0 || at + 5 > iptc.length) return '';
  const length = iptc.readUInt16BE(at + 3);
  if (length > 0x7fff) return '';
  const caption = iptc.subarray(at + 5, at + 5 + length);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(caption);
  } catch {
    return caption.toString('latin1');
  }
}

// Reads the name of a colour profile (ICC.1:2022, sections 7.3, 9.2.41 and 10.15)

const headerBytes = 128;
const maxTags = 100;

/** The description, of version 4 (`mluc`) or version 2 (`desc`). Null if there is none. */
function descriptionOf(profile: Buffer): string | null {
  if (profile.length < headerBytes + 4) return null;
  const tags = Math.min(
    maxTags,
    profile.readUInt32BE(headerBytes),
    Math.floor((profile.length - headerBytes - 4) / 12),
  );
  for (let tag = 0; tag < tags; tag += 1) {
    const entry = headerBytes + 4 + 12 * tag;
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue;
    const data = profile.subarray(profile.readUInt32BE(entry + 4));
    const type = data.toString('latin1', 0, 4);
    if (type === 'desc' && data.length > 12) return data.toString('latin1', 12, 12 + data.readUInt32BE(8) - 1);
    if (type !== 'mluc' || data.length < 28) return null;
    const text = data.subarray(data.readUInt32BE(24)).subarray(0, data.readUInt32BE(20));
    return new TextDecoder('utf-16be').decode(text);
  }
  return null;
}

/** Whether the profile is one of the usual ones of sRGB, so that converting to sRGB changes nothing. */
export const isSrgb = (profile: Buffer): boolean =>
  /^sRGB(?: IEC61966-2[.-]1| built-in)?\0*$/.test(descriptionOf(profile) ?? '');
