/** Reads alt text from a picture's metadata: IPTC's alternative text, else its description. */
import { Parser } from 'htmlparser2';

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
