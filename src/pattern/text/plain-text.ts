import { SoapstoneError } from '../../errors/errors.ts';
import { type Json, json } from '../../json/value.ts';
import { scalarText, stringOf } from '../../json/walk.ts';
import type { Text } from './converter.ts';

/** The scalar's text, or CODEC_TYPE. */
export function textOfScalar(value: Json): string {
  const text = scalarText(value);
  if (text === undefined) throw new SoapstoneError('CODEC_TYPE', 'a text, a number or a boolean should stand here');
  return text;
}

/** Texts without a type of their own: JSON strings. */
export const stringText: Text = { fromText: stringOf, toText: textOfScalar };

/** JSON numbers and booleans as they are spelled. The text must be one. */
export const bareText: Text = { fromText: (text) => json(Buffer.from(text)), toText: textOfScalar };
