// Occurrence bounds of particles.
import { attr, type XmlElement } from '../../xml/tree.ts';
import type { Occurs } from '../model/model.ts';
import type { Linker } from './linker.ts';

const ONCE: Occurs = { min: 1, max: 1 };
const OPTIONAL: Occurs = { min: 0, max: 1 };

/** minOccurs and maxOccurs of a particle (Part 1 §3.9.2). Bad values are reported and read as 1. */
export function occurs(linker: Linker, e: XmlElement): Occurs {
  return bounds(linker, e, attr(e, 'minOccurs'), attr(e, 'maxOccurs'));
}

/** The same from the values of minOccurs and maxOccurs. */
export function bounds(linker: Linker, e: XmlElement, low: string | undefined, high: string | undefined): Occurs {
  if (low === undefined && high === undefined) return ONCE;
  if (low === '0' && high === undefined) return OPTIONAL;
  const min = low === undefined ? 1 : count(low);
  const max = high === undefined ? 1 : high.trim() === 'unbounded' ? Number.POSITIVE_INFINITY : count(high);
  if (min === undefined) return bad(linker, e, `minOccurs="${low}" is not a count`);
  if (max === undefined) return bad(linker, e, `maxOccurs="${high}" is neither a count nor "unbounded"`);
  if (max < min) return bad(linker, e, `maxOccurs (${max}) is less than minOccurs (${min})`);
  return { min, max };
}

/** A non-negative integer, or undefined. */
export function count(text: string): number | undefined {
  const digits = text.trim();
  return /^\+?[0-9]+$/.test(digits) ? Number(digits) : undefined;
}

function bad(linker: Linker, e: XmlElement, message: string): Occurs {
  linker.report.add('CONTRACT_INVALID', message, e.place);
  return ONCE;
}
