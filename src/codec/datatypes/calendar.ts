// dateTime, date, time, duration and the g-types: JSON strings in the lexical form of the message.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { scan } from '../../json/tape.ts';
import { stringValue } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import type { CalendarValue, NameScope, NameWriter, ValueCodec } from './codec.ts';
import { DateTime, type DateTimeForm, dateTimeOf } from './date-time.ts';
import { Duration, durationOf } from './duration.ts';
import { type Bounds, boundsOf } from './facets.ts';
import { type Enumeration, enumerationOf, type Patterns, patternsOf } from './restriction.ts';
import { Slice, trimEnd, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { notOfType, type Problem, raiseAny, wrongKind } from './value-problem.ts';

const slice = new Slice();

class CalendarCodec<T extends CalendarValue> implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly value: T;
  private readonly faceted: boolean;
  private readonly bounds: Bounds<T> | undefined;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  /** `value`: reused for each text. */
  constructor(type: SimpleType, value: T, bounds: Bounds<T> | undefined) {
    this.label = label(type);
    this.value = value;
    this.bounds = bounds;
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type.facets, (text) =>
      value.read(text, 0, text.length) ? value.key() : undefined,
    );
    this.faceted = [bounds, this.patterns, this.enumeration].some((f) => f !== undefined);
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    _scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const from = trimStart(input, start, end);
    const to = trimEnd(input, from, end);
    const problem = this.read(input, from, to, lenient);
    if (problem !== undefined) return problem;
    out.push(0x22);
    out.append(input, from, to);
    out.push(0x22);
    return undefined;
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, _names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out));
  }

  tryWrite(tape: Tape, node: number, out: ByteBuffer): Problem | undefined {
    if (kindAt(tape, node) !== STRING) return wrongKind(tape, node, 'a string', this.label);
    slice.read(tape, node);
    const from = trimStart(slice.bytes, slice.start, slice.end);
    const to = trimEnd(slice.bytes, from, slice.end);
    const problem = this.read(slice.bytes, from, to, false);
    if (problem === undefined) out.append(slice.bytes, from, to);
    return problem;
  }

  key(input: Uint8Array, start: number, end: number, _scope: NameScope, lenient: boolean): string | undefined {
    const from = trimStart(input, start, end);
    const problem = this.read(input, from, trimEnd(input, from, end), lenient);
    return problem === undefined ? `time ${this.value.key()}` : undefined;
  }

  private read(bytes: Uint8Array, start: number, end: number, lenient: boolean): Problem | undefined {
    if (!this.value.read(bytes, start, end)) return notOfType(bytes, start, end, this.label);
    return lenient || !this.faceted ? undefined : this.facets(bytes, start, end);
  }

  private facets(bytes: Uint8Array, start: number, end: number): Problem | undefined {
    return (
      this.bounds?.check(this.value) ??
      this.enumeration?.check(this.value.key()) ??
      this.patterns?.check(bytes, start, end)
    );
  }
}

const DATE = /^-?\d{4,}-\d\d-\d\d$/;

class MomentCodec extends CalendarCodec<DateTime> {
  /** REST services write a day without a time: its midnight in UTC, as under `values: date` without a zone. */
  lenientValue(tape: Tape, node: number): Tape | undefined {
    const text = kindAt(tape, node) === STRING ? stringValue(tape, node) : '';
    return DATE.test(text) ? scan(Buffer.from(`"${text}T00:00:00Z"`)).tape : undefined;
  }
}

export function dateTimeCodec(type: SimpleType, form: DateTimeForm): ValueCodec {
  const bounds = boundsOf<DateTime>(type.facets, {
    parse: (text) => dateTimeOf(form, text),
    compare: (a, b) => a.compare(b),
    // A local time within 14 hours of a bound with a zone is accepted: its zone is unknown.
    openPasses: true,
  });
  const Codec = form === 'dateTime' ? MomentCodec : CalendarCodec;
  return new Codec(type, new DateTime(form), bounds);
}

export function durationCodec(type: SimpleType): ValueCodec {
  const order = { parse: durationOf, compare: (a: Duration, b: Duration) => a.compare(b), openPasses: true };
  return new CalendarCodec(type, new Duration(), boundsOf(type.facets, order));
}
