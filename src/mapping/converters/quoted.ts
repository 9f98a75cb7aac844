// `{message|quoted}`: a quoted string of a header field (RFC 9110 §5.6.4).
import { stringOf } from '../../json/walk.ts';
import { type Converter, textOfScalar } from '../../pattern/text/converter.ts';
import type { ConverterEntry } from '../model/converter-entry.ts';

/** What such a field cannot hold is percent-encoded UTF-8, and so is the percent sign. */
export const quotedString: Converter = {
  in: (place) => {
    const match = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"$/.exec(textOfScalar(place));
    if (match === null) return undefined;
    try {
      return stringOf(decodeURIComponent(match[1].replace(/\\(.)/g, '$1')));
    } catch {
      return undefined;
    }
  },
  out: (variable) => {
    const text = textOfScalar(variable).toWellFormed();
    const visible = text.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);
    return stringOf(`"${visible.replace(/["\\]/g, '\\$&')}"`);
  },
};

export const quoted: ConverterEntry = {
  keyword: 'quoted',
  parameters: [],
  docs: 'a quoted string of a header (RFC 9110); what such a header cannot hold is percent-encoded',
  value: { makes: 'text', compile: () => quotedString },
};
