// Header blocks of a response that have to be understood and are not (SOAP 1.1 §4.2.3, SOAP 1.2 Part 1 §5.2.3). Knows nothing about what blocks mean.
import type { SoapVersion } from '../../contract/model/contract.ts';
import type { Limits } from '../../xml/reader/limits.ts';
import { clark } from '../../xml/reader/names.ts';
import { END, EOF, NEED_INPUT, START, XmlReader } from '../../xml/reader/reader.ts';
import { namespaceOf } from './envelope.ts';

const DUTY = 'mustUnderstand';
const DUTY_BYTES = Buffer.from(DUTY);
const { includes } = Buffer.prototype;

/** Could there be such a block? XML in UTF-8 has no other way to write the attribute's name, which may lie across two pieces. */
export function mentionsDuty(pieces: readonly Uint8Array[]): boolean {
  let tail = '';
  for (const piece of pieces) {
    if (includes.call(piece, DUTY_BYTES)) return true;
    if (pieces.length === 1) return false;
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    tail += bytes.toString('latin1', 0, DUTY.length);
    if (tail.includes(DUTY)) return true;
    tail = (bytes.length > DUTY.length ? bytes.toString('latin1', bytes.length - DUTY.length) : tail).slice(
      -DUTY.length,
    );
  }
  return false;
}

/** The first such block, in Clark notation. `bytes`: an envelope in UTF-8, at least up to its Body. `understood`: names in Clark notation. */
export function notUnderstood(
  bytes: Uint8Array,
  version: SoapVersion,
  understood: ReadonlySet<string>,
  limits: Limits,
): string | undefined {
  const reader = new XmlReader({ limits, transcoded: true });
  const header = clark({ ns: namespaceOf(version), local: 'Header' });
  reader.feed(bytes);
  for (let token = reader.next(); token !== NEED_INPUT && token !== EOF; token = reader.next()) {
    if (token === END && reader.depth === 1) return undefined;
    if (token !== START) continue;
    if (reader.depth === 2 && reader.name.key !== header) return undefined;
    if (reader.depth !== 3 || understood.has(reader.name.key)) continue;
    if (isDuty(attribute(reader, version, DUTY)) && isOurs(reader, version)) return reader.name.key;
  }
  return undefined;
}

function isDuty(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

const ROLES: Readonly<Record<SoapVersion, readonly string[]>> = {
  '1.1': ['', 'http://schemas.xmlsoap.org/soap/actor/next'],
  '1.2': ['', `${namespaceOf('1.2')}/role/next`, `${namespaceOf('1.2')}/role/ultimateReceiver`],
};

/** Blocks for other nodes on the way are none of our business (SOAP 1.1 §4.2.2, SOAP 1.2 Part 1 §2.2 and §5.2.2). */
function isOurs(reader: XmlReader, version: SoapVersion): boolean {
  return ROLES[version].includes(attribute(reader, version, version === '1.1' ? 'actor' : 'role') ?? '');
}

function attribute({ attributes }: XmlReader, version: SoapVersion, local: string): string | undefined {
  const ns = namespaceOf(version);
  for (let k = 0; k < attributes.count; k++) {
    if (attributes.names[k].local !== local || attributes.names[k].ns !== ns) continue;
    return Buffer.from(attributes.value(k).subarray(attributes.start[k], attributes.end[k])).toString().trim();
  }
  return undefined;
}
