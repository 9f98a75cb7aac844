// Encrypts stored sessions: without the credential or cookie of a session, a reader of the store cannot use it.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

export class SessionKey {
  /** Name of the session in the store. */
  readonly name: string;
  private readonly key: Uint8Array;

  /** `parts`: bridge and values of the credential. */
  constructor(parts: readonly string[]) {
    const text = JSON.stringify(parts);
    this.name = createHash('sha256').update(`name ${text}`).digest('base64url');
    this.key = new Uint8Array(hkdfSync('sha256', text, '', 'soapstone session', 32));
  }

  close(text: string): Uint8Array {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  }

  /** undefined: not encrypted with this key. */
  open(bytes: Uint8Array): string | undefined {
    if (bytes.length < NONCE + TAG) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
      const text = decipher.update(bytes.subarray(NONCE, bytes.length - TAG));
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      return undefined;
    }
  }
}
