// The XML of one response as far as it has arrived. Knows nothing about what it says.
import { encodingOf, Transcoder, toUtf8 } from '../../../xml/reader/encoding.ts';
import { ArrivedBody } from '../../arrived-body.ts';

export class ArrivedEnvelope extends ArrivedBody {
  charset: string | undefined = undefined;

  /** An envelope in UTF-8 takes the place of what it was taken from. */
  become(envelope: Uint8Array): void {
    this.replace(envelope);
    this.charset = 'utf-8';
  }

  /** In UTF-8, also where not all of it is there. */
  text(): Uint8Array {
    const bytes = this.joined();
    const encoding = encodingOf(bytes, this.charset);
    return encoding === undefined ? bytes : new Transcoder(encoding).write(bytes);
  }

  /** All of it, in UTF-8. */
  utf8(): Uint8Array {
    return toUtf8(this.joined(), this.charset);
  }
}
