// The SOAP envelope as declarations of the contract's own kind, so that a whole message is one codec program. Knows nothing about HTTP.

import type { SoapVersion } from '../../contract/model/contract.ts';
import type {
  AttributeUse,
  ComplexType,
  Content,
  ElementDecl,
  Particle,
  TypeDef,
  Wildcard,
} from '../../contract/model/model.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';

export function namespaceOf(version: SoapVersion): string {
  return version === '1.1' ? SOAP11_NS : SOAP12_NS;
}

interface EnvelopeParts {
  /** Elements that stand in Header in any order, each at most once, among others that nobody declared. */
  readonly headers: readonly ElementDecl[];
  /** Elements that stand in Body, in order. */
  readonly body: readonly ElementDecl[];
  /** What may stand in Body instead. */
  readonly fault?: ElementDecl;
}

interface Envelope {
  readonly root: ElementDecl;
  readonly header: ElementDecl;
  readonly body: ElementDecl;
}

/** SOAP 1.1 §4 and SOAP 1.2 Part 1 §5: the three elements may carry attributes of other namespaces. */
export function envelope(version: SoapVersion, parts: EnvelopeParts): Envelope {
  const ns = namespaceOf(version);
  const header = element(ns, 'Header', complex(headerParticle(parts.headers), [], anyWhere));
  const body = element(ns, 'Body', complex(bodyParticle(parts), [], anyWhere));
  const root = element(ns, 'Envelope', complex(sequence([once(header, 0), once(body)]), [], anyWhere));
  return { root, header, body };
}

/** An `all` group would take each of its members once, the wildcard too; inside a sequence its members may come in any mixture. */
function headerParticle(headers: readonly ElementDecl[]): Particle {
  return sequence([{ kind: 'all', min: 1, max: 1, particles: [...headers.map((h) => once(h, 0)), anything] }]);
}

function bodyParticle(parts: EnvelopeParts): Particle {
  const expected = sequence(parts.body.map((e) => once(e)));
  if (!parts.fault) return expected;
  // An empty body is a message too: its alternative is a fault that may be absent.
  if (parts.body.length === 0) return once(parts.fault, 0);
  return { kind: 'choice', min: 1, max: 1, particles: [expected, once(parts.fault)] };
}

export const anyWhere: Wildcard = { namespaces: { kind: 'any' }, process: 'lax' };
export const anything: Particle = { kind: 'any', min: 0, max: Number.POSITIVE_INFINITY, wildcard: anyWhere };

export function element(ns: string, local: string, type: TypeDef): ElementDecl {
  return { name: { ns, local }, type, global: ns !== '', nillable: false, abstract: false, substitutes: [] };
}

export function once(declaration: ElementDecl, min = 1): Particle {
  return { kind: 'element', element: declaration, min, max: 1 };
}

export function sequence(particles: readonly Particle[]): Particle {
  return { kind: 'sequence', min: 1, max: 1, particles };
}

export function complex(
  particle: Particle,
  attributes: readonly AttributeUse[] = [],
  anyAttribute?: Wildcard,
): ComplexType {
  return complexOf({ kind: 'elements', particle }, attributes, anyAttribute);
}

export function complexOf(content: Content, attributes: readonly AttributeUse[], anyAttribute?: Wildcard): ComplexType {
  return { kind: 'complex', abstract: false, mixed: false, attributes, anyAttribute, content, builtIn: true };
}

/** Media types of the two SOAP versions: SOAP 1.1 §6, RFC 3902. */
export const media: Readonly<Record<SoapVersion, string>> = { '1.1': 'text/xml', '1.2': 'application/soap+xml' };

/** Messages are always written in UTF-8. */
export const contentType: Readonly<Record<SoapVersion, string>> = {
  '1.1': `${media['1.1']}; charset=utf-8`,
  '1.2': `${media['1.2']}; charset=utf-8`,
};
