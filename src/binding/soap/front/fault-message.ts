// The envelope of a fault to send, with the header blocks that SOAP 1.2 defines for two of them. Knows nothing about its cause.
import type { Codec, Program } from '../../../codec/model/codec.ts';
import type { Shape } from '../../../codec/model/shape.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import type { ElementDecl, Particle, Schemas, SimpleType } from '../../../contract/model/model.ts';
import { SOAP12_NS, XSD_NS } from '../../../xml/reader/names.ts';
import { complex, element, namespaceOf, once, sequence } from '../envelope.ts';
import { faultElement } from '../fault-element.ts';

/** Slots of the program. */
export const FAULT = 0;
export const UPGRADE = 1;
export const NOT_UNDERSTOOD = 2;

export function faultProgram(codec: Codec, version: SoapVersion): Program {
  const ns = namespaceOf(version);
  const { schemas } = codec;
  const upgrade = element(SOAP12_NS, 'Upgrade', complex(many(qnameElement('SupportedEnvelope', schemas))));
  const missing = qnameElement('NotUnderstood', schemas);
  const header = element(ns, 'Header', complex(sequence([once(upgrade, 0), many(missing)])));
  const fault = faultElement(version, schemas);
  const body = element(ns, 'Body', complex(sequence([once(fault)])));
  const root = element(ns, 'Envelope', complex(sequence([once(header, 0), once(body)])));
  const shapes = new Map<ElementDecl, Shape>([
    [upgrade, { kind: 'hole', slot: UPGRADE }],
    [missing, { kind: 'hole', slot: NOT_UNDERSTOOD }],
    [fault, { kind: 'hole', slot: FAULT }],
  ]);
  for (const parent of [header, body, root]) shapes.set(parent, membersOf(codec, parent, shapes));
  return codec.program(root, shapes.get(root) as Shape, 3);
}

function membersOf(codec: Codec, parent: ElementDecl, shapes: ReadonlyMap<ElementDecl, Shape>): Shape {
  const entries = codec.members(parent.type).flatMap((member) => {
    const shape = member.kind === 'element' ? shapes.get(member.element) : undefined;
    return shape ? [{ member, shape }] : [];
  });
  return { kind: 'members', entries };
}

/** An empty element with the attribute `qname`: SOAP 1.2 Part 1 §5.4.7.2 and §5.4.8.2. */
function qnameElement(local: string, schemas: Schemas): ElementDecl {
  const type = schemas.types.get(`{${XSD_NS}}QName`) as SimpleType;
  const qname = { name: { ns: '', local: 'qname' }, type, required: true };
  return element(SOAP12_NS, local, complex(sequence([]), [qname]));
}

function many(declaration: ElementDecl): Particle {
  return sequence([{ kind: 'element', element: declaration, min: 0, max: Number.POSITIVE_INFINITY }]);
}
