/** HTTP signatures as nearly every server knows them: draft-cavage-http-signatures-12 with `rsa-sha256`. */
import { rsaSha256, type Signer } from './dialect.ts';

export const signCavage: Signer = async ({ method, url, body }, key) => {
  const covered: Record<string, string> = {
    host: url.host,
    date: new Date().toUTCString(),
    ...(body && { digest: `SHA-256=${body.sha256}`, 'content-type': body.type }),
  };
  const lines = Object.entries(covered).map(([name, value]) => `${name}: ${value}`);
  const target = `(request-target): ${method.toLowerCase()} ${url.pathname}${url.search}`;
  const signature = await rsaSha256([target, ...lines].join('\n'), key);

  const names = ['(request-target)', ...Object.keys(covered)].join(' ');
  return {
    ...covered,
    signature: `keyId="${key.iri}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`,
  };
};
