// What a service sends and its contract does not have, and how much of it a decoder accepts.
import { type ErrorCode, SoapstoneError } from '../../errors/errors.ts';

/**
 * An element or attribute that no type has; a known local name in another namespace; a required element or attribute that is missing; a value that
 * its enumeration lacks, which is shown; a value that does not fit its type, for which null stands; a reference (`href`) to a value that stands elsewhere in the document; an element of the
 * type where it may not stand, or once too often, which is left out.
 */
export type Deviation = 'unknown' | 'namespace' | 'missing' | 'value' | 'invalid' | 'href' | 'misplaced';

/** Which deviations are taken. Unknown content is skipped, and references of SOAP encoding are followed; what is missing is null; unlisted values stay. */
export interface AcceptedDeviations {
  readonly unknown: boolean;
  readonly namespaces: boolean;
  readonly missing: boolean;
  readonly values: boolean;
  /** Simple values that do not fit their types are null. */
  readonly nullValues?: boolean;
  /** Called for each deviation. `path`: names of elements, of the first ones of a document; undefined for further ones. `code`: what is wrong with a value. */
  readonly note?: (deviation: Deviation, path: string | undefined, code?: ErrorCode) => void;
}

/** A document that an accepted deviation would have made readable. */
export class DeviationError extends SoapstoneError {
  readonly deviation: Deviation;

  constructor(deviation: Deviation, ...init: ConstructorParameters<typeof SoapstoneError>) {
    super(...init);
    this.deviation = deviation;
  }
}

/** A reference where the type has none: the document can be read with the value in its place. `noted`: deviations before it. */
export class ReferenceFound extends DeviationError {
  readonly noted: number;

  constructor(noted: number, ...init: ConstructorParameters<typeof SoapstoneError>) {
    super('href', ...init);
    this.noted = noted;
  }
}

/** The deviation that made `error`, or one of its causes. */
export function deviationOf(error: unknown): Deviation | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof DeviationError) return e.deviation;
  return undefined;
}
