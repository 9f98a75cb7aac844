// A SAML assertion that a message carries as it is (SAML Token Profile 1.1.1 §3). The gateway neither reads nor judges what it says.
import { SoapstoneError } from '../../errors/errors.ts';
import { readNodes } from './envelope-nodes.ts';
import { ASSERTIONS } from './message-parts.ts';

const MOST_CHARACTERS = 256 * 1024;

/** `text`: the XML, or its base64. The element alone, byte for byte; '' for no text. Throws CREDENTIAL for anything else. */
export function assertionOf(text: string | undefined): string {
  if (text === undefined) return '';
  const bytes = Buffer.from(text, text.trimStart().startsWith('<') ? 'utf8' : 'base64');
  try {
    if (bytes.length > MOST_CHARACTERS) throw unusable();
    const root = readNodes(bytes);
    if (!ASSERTIONS.includes(root.name)) throw unusable();
    return bytes.toString('utf8', root.start, root.end);
  } catch (error) {
    if (error instanceof SoapstoneError) throw unusable();
    throw error;
  }
}

function unusable(): SoapstoneError {
  return new SoapstoneError('CREDENTIAL', 'the assertion is not one of SAML 1.1 or 2.0, in XML or its base64');
}
