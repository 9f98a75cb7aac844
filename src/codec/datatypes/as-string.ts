// Numbers and flags as JSON strings (`types:` of a mapping, `as: string`).
import type { SimpleType } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { PresentedCodec } from './presented-codec.ts';
import type { PresentedType } from './presented-type.ts';
import { kindAt } from './value-problem.ts';

const BARE = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** A value that no number or flag can be. */
const REFUSED = scan(Buffer.from('""')).tape;

export function showStrings(original: SimpleType): PresentedType {
  return {
    ...original,
    name: undefined,
    builtin: 'string',
    facets: { whiteSpace: 'preserve' },
    original,
    respelled: false,
    presentedCodec: (base) => new QuotedCodec(base),
  };
}

class QuotedCodec extends PresentedCodec {
  protected present(json: string): Uint8Array | undefined {
    return json.startsWith('"') ? undefined : Buffer.from(`"${json}"`);
  }

  protected restore(tape: Tape, node: number): Tape | undefined {
    if (kindAt(tape, node) !== STRING) return REFUSED;
    const text = stringValue(tape, node);
    return BARE.test(text) ? scan(Buffer.from(text)).tape : undefined;
  }
}
