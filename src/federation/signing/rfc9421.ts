/** HTTP message signatures by RFC 9421, with the digest of RFC 9530. */
import { rsaSha256, type Signer } from './dialect.ts';

export const signRfc9421: Signer = async ({ method, url, body }, key) => {
  const now = new Date();
  const fields: Record<string, string> = {
    date: now.toUTCString(),
    ...(body && { 'content-digest': `sha-256=:${body.sha256}:`, 'content-type': body.type }),
  };
  const covered: [name: string, value: string][] = [
    ['@method', method],
    ['@target-uri', url.href],
    ['@authority', url.host],
    ...Object.entries(fields),
  ];

  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(now.getTime() / 1_000);
  const parameters = `(${names});created=${created};keyid="${key.iri}";alg="rsa-v1_5-sha256"`;
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  const signature = await rsaSha256([...lines, `"@signature-params": ${parameters}`].join('\n'), key);

  return { ...fields, 'signature-input': `sig1=${parameters}`, signature: `sig1=:${signature}:` };
};
