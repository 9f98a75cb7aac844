// Days in JSON for dateTimes that are midnight in a time zone (`values: date` of a mapping).

import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import type { ValueCodec } from './codec.ts';
import { DateTime } from './date-time.ts';
import { PresentedCodec, type PresentedType } from './presented-types.ts';
import { ZoneDays } from './zone-days.ts';

const COLLAPSED = { whiteSpace: 'collapse' } as const;
const DATE = /^-?\d{4,}-\d\d-\d\d$/;

interface DatesType extends PresentedType {
  readonly days: ZoneDays;
}

/**
 * A dateTime with an offset, at which a day begins in the zone, is shown as that day. Others are shown in full. `zone`: a name of the IANA
 * database, or an offset.
 */
export function showDates(original: SimpleType, zone: string): DatesType {
  const anonymous = { ...original, name: undefined, facets: COLLAPSED };
  const date: SimpleType = { ...anonymous, builtin: 'date' };
  const days = ZoneDays.of(zone);
  return {
    ...anonymous,
    variety: 'union',
    members: [date, original],
    original,
    respelled: true,
    days,
    presentedCodec: (base) => new DateCodec(base, days),
  };
}

/** The days of the type's zone; those of UTC for a type that shows none. */
export function daysOf(type: SimpleType): ZoneDays {
  return 'days' in type ? (type as DatesType).days : ZoneDays.of(UTC);
}

export const UTC = 'UTC';

class DateCodec extends PresentedCodec {
  private readonly days: ZoneDays;
  private readonly moment = new DateTime('dateTime');

  constructor(base: ValueCodec, days: ZoneDays) {
    super(base);
    this.days = days;
  }

  protected present({ bytes, length }: ByteBuffer): Uint8Array | undefined {
    const { moment } = this;
    if (!moment.read(bytes, 1, length - 1) || !moment.zoned || moment.hasFraction) return undefined;
    const day = this.days.beginningAt(moment.utcDay, moment.utcSecond);
    return day === undefined ? undefined : Buffer.from(`"${day}"`);
  }

  protected restore(tape: Tape, node: number): Tape | undefined {
    const text = kindAt(tape, node) === STRING ? stringValue(tape, node) : '';
    return DATE.test(text) ? scan(Buffer.from(`"${this.days.startOf(text)}"`)).tape : undefined;
  }
}
