/** Reads the boundary of a multipart body from its Content-Type. */

const mediaType = /^multipart\/form-data(?=[\s;]|$)/i;
/** One parameter, or none after a semicolon (RFC 9110 §5.6.6). */
const parameter = /\s*;\s*(?:([\w!#$%&'*+.^`|~-]+)=(?:"([^"\\]*)"|([\w!#$%&'*+.^`|~/:=?()@,-]+)))?/y;
/** RFC 2046 §5.1.1, without a space at the end. */
const boundary = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;
/** Longer than any client needs. */
const maxLength = 500;

/** Returns null unless the whole header is valid and names exactly one boundary. */
export function multipartBoundary(headers: Headers): string | null {
  const text = (headers.get('content-type') ?? '').trim();
  const type = mediaType.exec(text);
  if (!type || text.length > maxLength) return null;

  const found: string[] = [];
  let end = type[0].length;
  while (end < text.length) {
    parameter.lastIndex = end;
    const match = parameter.exec(text);
    if (!match) return null;
    if (match[1]?.toLowerCase() === 'boundary') found.push(match[2] ?? match[3]!);
    end = parameter.lastIndex;
  }
  return found.length === 1 && boundary.test(found[0]!) ? found[0]! : null;
}
