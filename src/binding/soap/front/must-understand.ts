// Finds header blocks for the gateway, and refuses mandatory ones that it does not understand (SOAP 1.1 §4.2, SOAP 1.2 Part 1 §2). Knows nothing about rules.
import type { SoapVersion } from '../../../contract/model/contract.ts';
import type { SoapEncoding } from '../../../contract/model/model.ts';
import { encodingOf } from '../../../contract/xsd/soap-encoding.ts';
import { SoapstoneError } from '../../../errors/errors.ts';
import type { QName } from '../../../xml/reader/names.ts';
import { isAnonymous, isNone } from '../addressing.ts';
import { type EnvelopeHead, type HeaderBlock, isAddressing } from './envelope-head.ts';
import { unknownEncoding } from './request-fault.ts';

/** We are the ultimate receiver; `next` is everyone. SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2. */
const ROLES: Readonly<Record<SoapVersion, ReadonlySet<string>>> = {
  '1.1': new Set(['', 'http://schemas.xmlsoap.org/soap/actor/next']),
  '1.2': new Set([
    '',
    'http://www.w3.org/2003/05/soap-envelope/role/next',
    'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
  ]),
};

/** The action selects the operation, the message id is what the response relates to. */
const ADDRESSED = new Set(['Action', 'To', 'MessageID', 'RelatesTo']);
/** Responses go to the client that waits, and nowhere else. */
const ENDPOINTS = new Set(['ReplyTo', 'FaultTo', 'From']);

const NO_ENCODING = 'http://www.w3.org/2003/05/soap-envelope/encoding/none';

export function isOurs(block: HeaderBlock, version: SoapVersion): boolean {
  return ROLES[version].has(block.role);
}

/** Mandatory blocks for us that are not among `understood` (Clark names). */
export function missed({ blocks, version }: EnvelopeHead, understood: ReadonlySet<string>): QName[] {
  const missedBlocks = blocks.filter(
    (block) => block.mandatory && isOurs(block, version) && !understood.has(block.key) && !isUnderstoodAddress(block),
  );
  return missedBlocks.map(({ name }) => name);
}

function isUnderstoodAddress({ name, text }: HeaderBlock): boolean {
  if (!isAddressing(name)) return false;
  const isKnown = () => isAnonymous(name.ns, text) || isNone(name.ns, text);
  return ADDRESSED.has(name.local) || (ENDPOINTS.has(name.local) && isKnown());
}

/**
 * Blanks blocks for other nodes in the document, so that they are not taken for ours. Throws CODEC_COUNT where a block that is
 * understood stands twice, and a DataEncodingUnknown fault.
 */
export function setApart(head: EnvelopeHead, understood: ReadonlySet<string>, bytes: Uint8Array): void {
  const keys = new Set<string>();
  for (const block of head.blocks) {
    if (!understood.has(block.key)) continue;
    if (!isOurs(block, head.version)) {
      bytes.fill(0x20, block.start, block.end);
      continue;
    }
    if (keys.has(block.key))
      throw new SoapstoneError('CODEC_COUNT', `the header block "${block.name.local}" stands twice`, {
        path: `Envelope/Header/${block.name.local}`,
        offset: block.start,
      });
    keys.add(block.key);
    checkEncoding(block.encoding, `the header block "${block.name.local}"`, head.version);
  }
}

/**
 * SOAP 1.2 Part 1 §5.4.6: what is literal has no encoding. SOAP 1.1 has no such fault, and its clients write the attribute anywhere.
 * `expected`: that of the contract.
 */
export function checkEncoding(style: string, subject: string, version: SoapVersion, expected?: SoapEncoding): void {
  const isKnown = style === '' || style === NO_ENCODING || (expected !== undefined && encodingOf(style) !== undefined);
  if (version === '1.2' && !isKnown) throw unknownEncoding(style.slice(0, 200), subject);
}
