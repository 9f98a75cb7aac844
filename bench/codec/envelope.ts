// A SOAP 1.1 envelope around one element of the contract, as a synthetic element declaration and the shape with one hole for that element.
import type { Codec, Program } from '../../src/codec/model/codec.ts';
import type { ElementMember } from '../../src/codec/model/members.ts';
import type { MembersShape, Shape } from '../../src/codec/model/shape.ts';
import type { ComplexType, ElementDecl } from '../../src/contract/model/model.ts';
import { SOAP11_NS } from '../../src/xml/reader/names.ts';

function containing(child: ElementDecl): ComplexType {
  return {
    kind: 'complex',
    abstract: false,
    mixed: false,
    attributes: [],
    content: { kind: 'elements', particle: { kind: 'element', element: child, min: 1, max: 1 } },
  };
}

function around(local: string, child: ElementDecl): ElementDecl {
  return {
    name: { ns: SOAP11_NS, local },
    type: containing(child),
    global: true,
    nillable: false,
    abstract: false,
    substitutes: [],
  };
}

function shapeOf(codec: Codec, element: ElementDecl, shape: Shape): MembersShape {
  const member = codec.members(element.type)[0] as ElementMember;
  return { kind: 'members', entries: [{ member, shape }] };
}

export function envelopeProgram(codec: Codec, element: ElementDecl): Program {
  const body = around('Body', element);
  const envelope = around('Envelope', body);
  const shape = shapeOf(codec, envelope, shapeOf(codec, body, { kind: 'hole', slot: 0 }));
  return codec.program(envelope, shape, 1);
}
