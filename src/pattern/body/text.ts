// Strings with holes.
import { appendText } from '../../json/text.ts';
import { type Json, STRING } from '../../json/value.ts';
import { kindOf, scalarText } from '../../json/walk.ts';
import { type Bindings, CONFLICT, isLate, OK, OUTSIDE } from '../text/bound-values.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../text/text-template.ts';
import { type BodyPart, type Filling, type Manner, refuse, refuseValue } from './part.ts';

/** `"eid:{id}"`: a JSON string with holes in it. */
export class TextPart implements BodyPart {
  private readonly template: TextTemplate;
  private readonly path: string;
  private readonly manner: Manner;

  constructor(template: TextTemplate, path: string, manner: Manner) {
    this.template = template;
    this.path = path;
    this.manner = manner;
  }

  get late(): boolean {
    return this.template.holes.some(isLate);
  }

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== STRING) return refuse(this.manner, 'CODEC_TYPE', 'a string should stand here', this.path);
    const outcome = this.matched(scalarText(value) as string, bindings);
    if (outcome === OK) return true;
    if (outcome === CONFLICT)
      return refuse(this.manner, 'BAD_BODY', 'differs from another value of the same name', this.path);
    return this.manner.sole === true && refuse(this.manner, 'CODEC_TYPE', 'not a text that can stand here', this.path);
  }

  private matched(text: string, bindings: Bindings): number {
    try {
      return matchText(this.template, text, bindings);
    } catch (error) {
      refuseValue(this.manner, error, this.path);
      return OUTSIDE;
    }
  }

  absent(bindings: Bindings): boolean {
    return (
      absentText(this.template, bindings) || refuse(this.manner, 'CODEC_MISSING', 'required, but absent', this.path)
    );
  }

  pathIn(variable: number): string | undefined {
    return this.template.holes.some((hole) => hole.variable === variable) ? this.path : undefined;
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const text = fillText(this.template, bindings);
    if (text === undefined) return false;
    appendText(text, filling.out);
    return true;
  }
}
