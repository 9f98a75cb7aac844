import { describe, expect, it } from 'vitest';
import { faultMessage, requestMessage, responseMessage } from '../../../src/binding/soap/message.ts';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import type { SoapVersion } from '../../../src/contract/model/contract.ts';
import { fromJs, type Json, textOf } from '../../../src/json/value.ts';
import { fault11, fault12 } from './responses.ts';
import { shelf } from './shelf.ts';

const { codec, getBook, ping } = shelf();
const versions: SoapVersion[] = ['1.1', '1.2'];

function written(message: ReturnType<typeof responseMessage>, slots: (Json | undefined)[]): Buffer {
  const out = new ByteBuffer();
  message.program.encode(slots, out);
  return Buffer.from(out.slice());
}

function read(message: ReturnType<typeof responseMessage>, xml: Buffer): (string | undefined)[] {
  const decoder = message.program.decoder();
  decoder.write(xml);
  return decoder.end().map((value) => value && textOf(value));
}

describe.each(versions)('a message of SOAP %s', (version) => {
  const rule = getBook(version);

  it('reads the request that it writes', () => {
    const message = requestMessage(codec, rule.request.soap, version);
    expect(read(message, written(message, [fromJs(7), fromJs('s3')]))).toEqual(['7', '"s3"']);
    expect(read(message, written(message, [fromJs(7), undefined]))).toEqual(['7', undefined]);
  });

  it('reads the response that it writes', () => {
    const message = responseMessage(codec, rule.response.soap, version);
    const book = { title: 'A & B', price: 1.5 };
    const xml = written(requestMessage(codec, rule.response.soap, version), [fromJs(book), fromJs(3)]);
    expect(read(message, xml)).toEqual([JSON.stringify(book), '3', undefined]);
  });

  it('reads the fault that it writes', () => {
    const message = responseMessage(codec, ping(version).response.soap, version);
    const xml = version === '1.1' ? fault11() : fault12();
    const ns =
      version === '1.1' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
    const source = Buffer.from(`<e:Envelope xmlns:e="${ns}"><e:Body>${xml}</e:Body></e:Envelope>`);
    const [fault] = read(message, source);
    expect(fault).toContain('No such book');
    const again = written(faultMessage(codec, version, 'QName'), [
      { bytes: Buffer.from(fault!), start: 0, end: Buffer.byteLength(fault!) },
    ]);
    expect(read(message, again)).toEqual([fault]);
  });
});
