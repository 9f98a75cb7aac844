// A dateTime of which only the date is shown where there is nothing else to show (`types:` of a mapping, `as: date`): midnight in UTC.
import type { SimpleType } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { PresentedCodec } from './presented-codec.ts';
import type { PresentedType } from './presented-type.ts';
import { kindAt } from './value-problem.ts';

const MIDNIGHT = /^"(-?\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]00:00)"$/;
const COLLAPSED = { whiteSpace: 'collapse' } as const;
const DATE = /^-?\d{4,}-\d\d-\d\d$/;

/** Any other time is shown whole, so that none is lost. */
export function showDates(original: SimpleType): PresentedType {
  const anonymous = { ...original, name: undefined, facets: COLLAPSED };
  const date: SimpleType = { ...anonymous, builtin: 'date' };
  return {
    ...anonymous,
    variety: 'union',
    members: [date, original],
    original,
    respelled: true,
    presentedCodec: (base) => new DateCodec(base),
  };
}

class DateCodec extends PresentedCodec {
  protected present(json: string): Uint8Array | undefined {
    const date = MIDNIGHT.exec(json)?.[1];
    return date === undefined ? undefined : Buffer.from(`"${date}"`);
  }

  protected restore(tape: Tape, node: number): Tape | undefined {
    const text = kindAt(tape, node) === STRING ? stringValue(tape, node) : '';
    return DATE.test(text) ? scan(Buffer.from(`"${text}T00:00:00Z"`)).tape : undefined;
  }
}
