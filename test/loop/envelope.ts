// SOAP envelopes as texts, and what an envelope says: header blocks and body in canonical form, or the parts of a fault. Reads with a
// parser that is not ours.
import type { SoapVersion } from '../../src/contract/model/contract.ts';
import type { ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { clark, type QName, SOAP11_NS, SOAP12_NS } from '../../src/xml/reader/names.ts';
import { canonicalForm, type Form } from '../laws/canonical.ts';
import { type Info, infoset } from '../laws/infoset.ts';

export const envelopeNs: Readonly<Record<SoapVersion, string>> = { '1.1': SOAP11_NS, '1.2': SOAP12_NS };
export const media: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

export function envelope(version: SoapVersion, body: string, header = ''): string {
  const ns = envelopeNs[version];
  const head = header === '' ? '' : `<e:Header>${header}</e:Header>`;
  return `<e:Envelope xmlns:e="${ns}">${head}<e:Body>${body}</e:Body></e:Envelope>`;
}

export interface Said {
  readonly version: SoapVersion;
  /** Of HTTP, where it is a response. */
  readonly status?: number;
  /** In the order of their names. */
  readonly header: readonly Form[];
  readonly body?: readonly Form[];
  readonly fault?: SaidFault;
}

export interface SaidFault {
  readonly code: string;
  readonly subcodes: readonly string[];
  readonly reason: string;
  readonly actor?: string;
  readonly detail: readonly Form[];
}

export class Reader {
  private readonly schemas: Schemas;
  private readonly known: ReadonlyMap<string, ElementDecl>;

  /** `known`: elements that travel; others are compared without a declaration. */
  constructor(schemas: Schemas, known: readonly ElementDecl[]) {
    this.schemas = schemas;
    this.known = new Map(known.map((element) => [clark(element.name), element]));
  }

  read(text: string): Said {
    const root = infoset(text);
    const version: SoapVersion = root.name.ns === SOAP12_NS ? '1.2' : '1.1';
    const header = elements(child(root, 'Header')).map((block) => this.canonical(block));
    const body = elements(child(root, 'Body'));
    const said = { version, header: header.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
    const fault = body.find((e) => e.name.local === 'Fault' && e.name.ns === root.name.ns);
    if (!fault) return { ...said, body: body.map((e) => this.canonical(e)) };
    return { ...said, fault: version === '1.1' ? this.fault11(fault) : this.fault12(fault) };
  }

  private fault11(fault: Info): SaidFault {
    return {
      code: nameIn(child(fault, 'faultcode')!),
      subcodes: [],
      reason: textIn(child(fault, 'faultstring')!),
      actor: textOf(child(fault, 'faultactor')),
      detail: elements(child(fault, 'detail')).map((e) => this.canonical(e)),
    };
  }

  private fault12(fault: Info): SaidFault {
    const code = child(fault, 'Code')!;
    const subcodes: string[] = [];
    for (let sub = child(code, 'Subcode'); sub; sub = child(sub, 'Subcode'))
      subcodes.push(nameIn(child(sub, 'Value')!));
    return {
      code: nameIn(child(code, 'Value')!),
      subcodes,
      reason: textIn(child(child(fault, 'Reason')!, 'Text')!),
      actor: textOf(child(fault, 'Role')),
      detail: elements(child(fault, 'Detail')).map((e) => this.canonical(e)),
    };
  }

  private canonical(e: Info): Form {
    return canonicalForm(e, this.schemas, this.known.get(clark(e.name)));
  }
}

function elements(info: Info | undefined): Info[] {
  return (info?.children ?? []).filter((c): c is Info => typeof c !== 'string');
}

function child(info: Info, local: string): Info | undefined {
  return elements(info).find((e) => e.name.local === local);
}

function textIn(info: Info): string {
  return info.children.filter((c) => typeof c === 'string').join('');
}

function textOf(info: Info | undefined): string | undefined {
  return info && textIn(info);
}

/** SOAP's own by their local names, others in Clark notation. */
function nameIn(info: Info): string {
  const [prefix, local] = textIn(info).trim().split(':');
  const name: QName = { ns: info.resolve(prefix) ?? '', local };
  return name.ns === SOAP11_NS || name.ns === SOAP12_NS ? local : clark(name);
}
