/** Reads the name of a colour profile (ICC.1:2022, sections 7.3, 9.2.41 and 10.15). */

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
