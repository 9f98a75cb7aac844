// Slot plans → steps, once every variable has its type.
import { type BodyPart, quietManner, quietWholeManner } from '../../pattern/body/part.ts';
import type { Bound } from '../../pattern/text/bound-values.ts';
import { stringText } from '../../pattern/text/converter.ts';
import { type Hole, isHole } from '../../pattern/text/hole.ts';
import { wholeHole } from '../../pattern/tree.ts';
import { BodyStep } from '../runtime/body-step.ts';
import { EachStep } from '../runtime/each-step.ts';
import {
  AbsentStep,
  CompiledSoapPattern,
  HoleStep,
  JoinStep,
  NothingStep,
  type Step,
  TextStep,
} from '../runtime/soap-pattern.ts';
import { type BuildContext, boundHole, plainHole } from './bound-hole.ts';
import { type BodySource, compileBody } from './rest-body.ts';
import type { Variable } from './scope.ts';
import type { BodySlot, EachSlot, SlotPlan, TextSlot } from './slots.ts';
import type { MessagePlan } from './soap-message.ts';
import { templateOf } from './template-of.ts';

export function compileMessage(plan: MessagePlan, ctx: BuildContext): CompiledSoapPattern {
  return new CompiledSoapPattern(
    plan,
    plan.slots.map((slot) => stepOf(slot, ctx)),
  );
}

function stepOf(slot: SlotPlan, ctx: BuildContext): Step {
  switch (slot.kind) {
    case 'hole':
      return new HoleStep(boundHole(slot.hole, slot.variable, 'soap', slot.text, slot.optional, slot.place, ctx));
    case 'text':
      return new TextStep(
        templateOf(slot.parts, (hole) => inText(hole, slot, ctx)),
        slot.text.fromText,
      );
    case 'join':
      return new JoinStep(
        slot.functions,
        slot.variables.map((variable) => plainHole(variable, ctx)),
      );
    case 'each':
      return eachStep(slot, ctx);
    case 'body':
      return new BodyStep(bodyOf(slot, ctx));
    case 'nothing':
      return new NothingStep();
    case 'absent':
      return new AbsentStep();
  }
}

function bodyOf({ tree, forms, texts, scope, inRequest }: BodySlot, ctx: BuildContext): BodyPart {
  const source: BodySource = {
    ctx,
    manner: inRequest ? quietWholeManner : quietManner,
    variable: (name) => scope.get(name) as Variable,
    items: (list) => scope.items(list),
    optional: () => true,
    contract: { forms, texts },
  };
  return compileBody(tree, source, false);
}

function eachStep({ variable, optional, slots, names, fields, place }: EachSlot, ctx: BuildContext): Step {
  const list = boundHole(wholeHole(variable.name), variable, 'soap', stringText, optional, place, ctx);
  const steps = slots.map((slot) => stepOf(slot, ctx));
  if (names === undefined) return new HoleStep(list);
  return new EachStep(list, new CompiledSoapPattern({ body: [], headers: [] }, steps), fields.names, names);
}

function inText(hole: Hole, slot: TextSlot, ctx: BuildContext): Bound {
  const variable = slot.variables[slot.parts.filter(isHole).indexOf(hole)];
  return boundHole(hole, variable, 'soap', stringText, slot.optional, slot.place, ctx);
}
