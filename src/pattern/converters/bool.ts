import { scalarText } from '../../json/walk.ts';
import type { Converter, Ends } from '../text/converter.ts';

/** `{flag|bool}`: `true` or `false` at the place, whatever the variable's own type is. */
export function bool(ends: Ends): Converter {
  return {
    in: (place) => {
      const text = scalarText(place);
      return text === 'true' || text === 'false' ? ends.variable.fromText(text) : undefined;
    },
    out: (variable) => {
      const text = ends.variable.toText(variable);
      return text === 'true' || text === 'false' ? ends.place.fromText(text) : undefined;
    },
  };
}
