// soap:Fault of both versions as declarations. Knows nothing about the meaning of a fault.
import type { SoapVersion } from '../../contract/model/contract.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDecl,
  Particle,
  Schemas,
  SimpleType,
} from '../../contract/model/model.ts';
import { SOAP11_NS, SOAP12_NS, XML_NS, XSD_NS } from '../../xml/reader/names.ts';
import { anything, anyWhere, complex, complexOf, element, once, sequence } from './envelope.ts';

/** `code`: how fault codes are read; as strings, their prefixes need not be declared. */
export function faultElement(version: SoapVersion, schemas: Schemas, code: 'QName' | 'string' = 'QName'): ElementDecl {
  return version === '1.1' ? fault11(schemas, code) : fault12(schemas, code);
}

/** Members of a fault that say everything but its detail. */
export const briefParts: Readonly<Record<SoapVersion, readonly string[]>> = {
  '1.1': ['faultcode', 'faultstring', 'faultactor'],
  '1.2': ['Code', 'Reason', 'Node', 'Role'],
};

/**
 * SOAP 1.1 §4.4: faultcode, faultstring, faultactor, detail, all unqualified, and others. Services leave some out, put them in another order,
 * qualify them and add xml:lang (WS-I BP 1.1 R1016), so all of that is taken.
 */
function fault11(schemas: Schemas, code: 'QName' | 'string'): ElementDecl {
  const particles = [
    once(element('', 'faultcode', simple(schemas, code)), 0),
    once(element('', 'faultstring', text(schemas)), 0),
    once(element('', 'faultactor', simple(schemas, 'string')), 0),
    once(element('', 'detail', complex(sequence([anything]), [], anyWhere)), 0),
    anything,
  ];
  // Inside a sequence the members of an `all` group may come in any mixture.
  return element(SOAP11_NS, 'Fault', complex(sequence([{ kind: 'all', min: 1, max: 1, particles }]), [], anyWhere));
}

/** SOAP 1.2 Part 1 §5.4: Code (Value, nested Subcodes), Reason (a Text for each language), Node, Role, Detail. */
function fault12(schemas: Schemas, code: 'QName' | 'string'): ElementDecl {
  const soap12 = (local: string, type: ElementDecl['type']) => element(SOAP12_NS, local, type);
  const texts: Particle = {
    kind: 'element',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    element: soap12('Text', text(schemas)),
  };
  const particles = [
    once(soap12('Code', codeType(simple(schemas, code)))),
    once(soap12('Reason', complex(sequence([texts])))),
    once(soap12('Node', simple(schemas, 'string')), 0),
    once(soap12('Role', simple(schemas, 'string')), 0),
    once(soap12('Detail', complex(sequence([anything]), [], anyWhere)), 0),
  ];
  return soap12('Fault', complex(sequence(particles), [], anyWhere));
}

/** Code and Subcode hold a Value and perhaps a Subcode: the one recursive type here. */
function codeType(value: SimpleType): ComplexType {
  const particles: Particle[] = [once(element(SOAP12_NS, 'Value', value))];
  const type = complex(sequence(particles));
  particles.push(once(element(SOAP12_NS, 'Subcode', type), 0));
  return type;
}

/** Text with attributes: `{ "$value": …, "@xml:lang": … }`. */
function text(schemas: Schemas): ComplexType {
  const language: AttributeUse = {
    name: { ns: XML_NS, local: 'lang' },
    type: simple(schemas, 'string'),
    required: false,
  };
  return complexOf({ kind: 'simple', type: simple(schemas, 'string') }, [language], anyWhere);
}

function simple(schemas: Schemas, name: string): SimpleType {
  return schemas.types.get(`{${XSD_NS}}${name}`) as SimpleType;
}
