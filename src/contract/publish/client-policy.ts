// Policies in a document for clients: those of the contract are another service's, and give way to what the gateway itself asks for.

import { fileLimits } from '../../xml/reader/limits.ts';
import { WSDL_NS, XSD_NS } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../xml/reader/reader.ts';
import { POLICY_NS } from '../policy/policy-ids.ts';
import { type Edit, readTag } from './pieces.ts';

const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const POLICY = 'http://www.w3.org/ns/ws-policy';
const ID = 'soapstone-clients';

/** `policy`: content of a wsp:Policy, which holds for requests alone; undefined: nothing is asked for. `bytes`: a WSDL in UTF-8. */
export function clientPolicyEdits(bytes: Uint8Array, policy: string | undefined): Edit[] {
  const scan = new PolicyScan(bytes);
  const removed = scan.policies.map(({ start, end }): Edit => ({ start, end, pieces: [] }));
  if (policy === undefined || scan.inputs.length === 0) return removed;
  const definition = `<wsp:Policy xmlns:wsp="${POLICY}" xmlns:wsu="${UTILITY}" wsu:Id="${ID}">${policy}</wsp:Policy>`;
  const reference = `<wsp:PolicyReference xmlns:wsp="${POLICY}" URI="#${ID}"/>`;
  return [...removed, inserted(scan.definitionsEnd, definition), ...scan.inputs.map((at) => inserted(at, reference))];
}

function inserted(at: number, text: string): Edit {
  return { start: at, end: at, pieces: [text] };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Offsets in a document. */
class PolicyScan {
  /** Policies, references to them, and attributes that name some. */
  readonly policies: Range[] = [];
  /** Before the end tags of inputs of operations of bindings. */
  readonly inputs: number[] = [];
  /** Before the end tag of wsdl:definitions. */
  definitionsEnd = 0;
  private readonly bytes: Uint8Array;
  private readonly path: { readonly name: string; readonly start: number }[] = [];
  /** Depth of the policy that is being read, or of a schema. */
  private hidden: number | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const reader = new XmlReader({ transcoded: true, limits: fileLimits });
    reader.feed(bytes);
    reader.finish();
    for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next())
      if (token === START) this.open(reader);
      else if (token === END) this.close(reader);
  }

  private open({ name, startOffset: start, attributes }: XmlReader): void {
    const isPolicy = POLICY_NS.has(name.ns) && (name.local === 'Policy' || name.local === 'PolicyReference');
    this.path.push({ name: name.ns === WSDL_NS ? name.local : isPolicy ? 'Policy' : '', start });
    if (this.hidden !== undefined) return;
    if (isPolicy || name.ns === XSD_NS) this.hidden = this.path.length;
    else if (
      attributes.names.slice(0, attributes.count).some(({ local, ns }) => local === 'PolicyURIs' && POLICY_NS.has(ns))
    )
      this.attributesOf(start);
  }

  private attributesOf(start: number): void {
    for (const [name, range] of readTag(this.bytes, start).attributes)
      if (/(^|:)PolicyURIs$/.test(name)) this.policies.push({ start: range.start, end: range.valueEnd + 1 });
  }

  private close(reader: XmlReader): void {
    const { name, start } = this.path.pop()!;
    const end = reader.base + reader.pos;
    if (this.hidden !== undefined) {
      if (this.path.length >= this.hidden) return;
      this.hidden = undefined;
      if (name === 'Policy') this.policies.push({ start, end });
      return;
    }
    const endTag = this.bytes.lastIndexOf(0x3c, end - 1);
    const isWhole = endTag !== start;
    const place = this.path.map((element) => element.name).join('/');
    if (name === 'definitions' && isWhole) this.definitionsEnd = endTag;
    else if (name === 'input' && place === 'definitions/binding/operation' && isWhole) this.inputs.push(endTag);
  }
}
