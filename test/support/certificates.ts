/** A private certificate authority for tests that speak TLS on loopback. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  key: string;
  /** PEM. */
  cert: string;
}

const DAY_MS = 86_400_000;

/** Issues certificates for `names` (DNS names or IPv4 addresses) by a new authority, `ca`. All are PEM. */
export function issueCertificates(names: string[]): Certificate & { ca: string } {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = { name: 'Potluck test authority', key: authority.privateKey };

  const ca = certificate(signer.name, authority.publicKey, signer, [
    extension('551d13', der(0x30, der(0x01, Buffer.from([0xff])))),
  ]);
  const alternatives = names.map((name) =>
    isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  const cert = certificate('Potluck test server', server.publicKey, signer, [
    extension('551d11', der(0x30, ...alternatives)),
  ]);
  return { ca, cert, key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** X.509 version 3, RFC 5280 section 4.1. */
function certificate(
  subject: string,
  publicKey: KeyObject,
  signer: { name: string; key: KeyObject },
  extensions: Buffer[],
): string {
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    distinguishedName(signer.name),
    der(0x30, time(-DAY_MS), time(DAY_MS)),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = sign('sha256', body, signer.key);
  const whole = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function distinguishedName(commonName: string): Buffer {
  const attribute = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(commonName)));
  return der(0x30, der(0x31, attribute));
}

function extension(oid: string, content: Buffer): Buffer {
  return der(0x30, der(0x06, Buffer.from(oid, 'hex')), der(0x04, content));
}

function time(fromNow: number): Buffer {
  const iso = new Date(Date.now() + fromNow).toISOString();
  return der(0x17, Buffer.from(`${iso.slice(2, 19).replaceAll(/[-T:]/g, '')}Z`));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  // Browsers require the shortest encoding.
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
