import type { Place } from '../../errors.ts';
import type { Hole, Part } from '../../pattern/hole.ts';
import type { Report } from '../report.ts';
import type { VariableType } from '../variables.ts';
import { refuseRequired } from './bound-hole.ts';
import { type Slots, type Spotted, valueAt } from './slots.ts';

/** The holes inside one `$each`: `{list.field}`, numbered by field. */
export class EachFields implements Slots {
  readonly names: string[] = [];
  readonly types = new Map<string, VariableType>();
  /** '' until the first hole. */
  list = '';
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  hole(hole: Hole, at: Spotted, place: Place): number {
    const dot = hole.name.indexOf('.');
    const owner = dot < 0 ? '' : hole.name.slice(0, dot);
    if (owner === '' || (this.list !== '' && owner !== this.list)) {
      this.report.add('MAPPING_PATTERN', `{${hole.name}} inside $each must be {list.field}, with one list`, place);
    }
    if (hole.converters.length > 0 || hole.default !== undefined) {
      this.report.add('MAPPING_UNSUPPORTED', 'converters and defaults inside $each come later', place);
    }
    if (hole.required) refuseRequired(hole, place, this.report);
    if (this.list === '') this.list = owner;
    const field = hole.name.slice(dot + 1);
    if (!this.names.includes(field)) this.names.push(field);
    this.types.set(field, valueAt(at));
    return this.names.indexOf(field);
  }

  text(_parts: readonly Part[], _at: Spotted, place: Place): number {
    this.report.add('MAPPING_UNSUPPORTED', 'texts with holes inside $each come later', place);
    return 0;
  }
}
