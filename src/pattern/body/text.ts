import { type Json, STRING } from '../../json/value.ts';
import { kindOf, scalarText, stringOf } from '../../json/walk.ts';
import { type Bindings, CONFLICT, OK } from '../bound.ts';
import { absentText, fillText, matchText, type TextTemplate } from '../text-template.ts';
import { type BodyPart, type Filling, type Manner, refuse } from './part.ts';

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

  match(value: Json, bindings: Bindings): boolean {
    if (kindOf(value) !== STRING) return refuse(this.manner, 'CODEC_TYPE', 'a string should stand here', this.path);
    const outcome = matchText(this.template, scalarText(value) as string, bindings);
    if (outcome === OK) return true;
    return (
      outcome === CONFLICT && refuse(this.manner, 'BAD_BODY', 'differs from another value of the same name', this.path)
    );
  }

  absent(bindings: Bindings): boolean {
    return (
      absentText(this.template, bindings) || refuse(this.manner, 'CODEC_MISSING', 'required, but absent', this.path)
    );
  }

  write(bindings: Bindings, filling: Filling): boolean {
    const text = fillText(this.template, bindings);
    if (text === undefined) return false;
    filling.out.append(stringOf(text).bytes);
    return true;
  }
}
