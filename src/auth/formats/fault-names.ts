// What a fault is called, for logs: names alone, since its texts may quote a password. Knows nothing about rules.
import { SoapstoneError } from '../../errors/errors.ts';
import { END, EOF, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';

/** A local name of XML that is short enough for a log. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,59}$/u;
/** Elements of a fault that hold a code: SOAP 1.1 §4.4, SOAP 1.2 Part 1 §5.4.1. */
const CODES = new Set(['Fault/faultcode', 'Fault/Code/Value', 'Fault/Code/Subcode/Value']);
const DETAILS = new Set(['Fault/detail', 'Fault/Detail']);

/** Local names of its codes and of what its detail holds; [] where the envelope has no fault. */
export function faultNames(envelope: Uint8Array): string[] {
  const names: string[] = [];
  try {
    readNames(envelope, names);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
  }
  return names.map((name) => name.slice(name.indexOf(':') + 1).trim()).filter((name) => NAME.test(name));
}

function readNames(envelope: Uint8Array, names: string[]): void {
  const reader = new XmlReader();
  const path: string[] = [];
  let text = '';
  reader.feed(envelope);
  reader.finish();
  for (let token = reader.next(); token !== EOF; token = reader.next()) {
    const { depth } = reader;
    if (token === START) {
      path.length = depth - 1;
      if (DETAILS.has(path.slice(2).join('/'))) names.push(reader.name.local);
      path.push(reader.name.local);
      text = '';
    } else if (token === TEXT && CODES.has(path.slice(2, depth).join('/')))
      text += Buffer.from(reader.text.subarray(reader.textStart, reader.textEnd)).toString();
    else if (token === END && text !== '') {
      names.push(text);
      text = '';
    }
  }
}
