/** A mail server on loopback that keeps what it accepts. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { useOwnModules } from './own-modules.ts';

export interface Received {
  to: string;
  headers: Map<string, string>;
  /** The plain text part. */
  text: string;
  html: string;
}

export interface MailServer {
  port: number;
  /** In the order of arrival. */
  received: Received[];
  close(): Promise<void>;
}

/** Does without TLS and passwords unless `options` say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ');
        received.push({ to, ...readMessage(Buffer.concat(chunks).toString()) });
        done();
      });
    },
    ...options,
  });
  // A client that refuses the certificate ends the connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Starts one for the server under test. Call it in vi.hoisted, before the settings are read. */
export async function startOwnMailServer(options?: SMTPServerOptions): Promise<MailServer> {
  const started = await startMailServer(options);
  useOwnModules({
    SMTP_URL: `smtp://127.0.0.1:${started.port}?starttls=off`,
    MAIL_FROM: 'Potluck <potluck@cook.example>',
  });
  return started;
}

/** Reads a multipart/alternative message. */
export function readMessage(raw: string): Omit<Received, 'to'> {
  const [head, body] = splitAtBlankLine(raw.replaceAll('\r\n', '\n'));
  const headers = readHeaders(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')![1]!;
  const parts = body.split(`--${boundary}`).map((part) => splitAtBlankLine(part.trimStart()));
  const partOf = (type: string) => {
    const [partHead, content] = parts.find(([each]) => each.includes(type))!;
    const encoding = readHeaders(partHead).get('content-transfer-encoding');
    if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
    return encoding === 'quoted-printable' ? decodeQuotedPrintable(content) : content;
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function splitAtBlankLine(text: string): [string, string] {
  const at = text.indexOf('\n\n');
  return [text.slice(0, at), text.slice(at + 2)];
}

function readHeaders(text: string): Map<string, string> {
  const lines = text.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
