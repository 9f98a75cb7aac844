import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeCompiled } from '../../src/contract/compiled/write.ts';
import { loadContract } from '../../src/contract/load.ts';
import { formatError, Problems } from '../../src/errors/errors.ts';
import { bytes, schema } from './inline-contracts.ts';

const folder = mkdtempSync(join(tmpdir(), 'load-'));
const used =
  '<xs:import namespace="urn:o" schemaLocation="sub/o.xsd"/><xs:element name="a" type="o:O" xmlns:o="urn:o"/>';
const main = schema(used);
const other = schema('<xs:simpleType name="O"><xs:restriction base="xs:int"/></xs:simpleType>', '', 'urn:o');

function put(files: Record<string, string | Uint8Array>): string {
  const at = mkdtempSync(join(folder, 'case-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(at, name)), { recursive: true });
    writeFileSync(join(at, name), content);
  }
  return at;
}

async function failing(location: string, options?: { allowRemote: string[] }): Promise<string[]> {
  try {
    await loadContract(location, options);
  } catch (e) {
    if (e instanceof Problems)
      return e.problems.map((p) =>
        formatError(p)
          .replaceAll(`${folder}/`, '')
          .replace(/case-\w+\//g, ''),
      );
    throw e;
  }
  return [];
}

afterAll(() => rmSync(folder, { recursive: true }));

describe('a file', () => {
  it('is loaded with what it imports', async () => {
    const at = put({ 'main.xsd': main, 'sub/o.xsd': other, 'unrelated.xsd': '<broken' });
    const contract = await loadContract(join(at, 'main.xsd'));
    expect(contract.files).toEqual([join(at, 'main.xsd'), join(at, 'sub/o.xsd')]);
  });

  it('finds by namespace, in its folder, what a wrong location misses', async () => {
    const at = put({ 'main.xsd': main, 'other/place.xsd': other, 'urn.xsd': '<urn:o', 'same.xsd': main });
    const contract = await loadContract(join(at, 'main.xsd'));
    expect(contract.files).toEqual([join(at, 'main.xsd'), join(at, 'other/place.xsd')]);
  });

  it('that is not there is a problem', async () => {
    expect(await failing(join(folder, 'no.wsdl'))).toEqual([
      'CONTRACT_READ: "no.wsdl" cannot be read: there is no such file',
    ]);
    expect(await failing(join(put({ 'main.xsd': main }), 'main.xsd'))).toEqual([
      'main.xsd:2:1 CONTRACT_READ: the import of namespace "urn:o" cannot be read from "sub/o.xsd": there is no such file (put its document there, or correct the location)',
    ]);
  });

  it('may be a compiled contract', async () => {
    const contract = await loadContract(join(put({ 'main.xsd': other }), 'main.xsd'));
    const at = put({ contract: writeCompiled(contract) });
    const again = await loadContract(join(at, 'contract'));
    expect([...again.schemas.types.keys()]).toEqual([...contract.schemas.types.keys()]);
  });
});

describe('a folder', () => {
  it('is loaded whole, below it too', async () => {
    const at = put({ 'o.xsd': other, 'x/y/z.XSD': schema('<xs:element name="z"/>'), 'README.md': 'no' });
    expect((await loadContract(at)).files).toEqual([join(at, 'o.xsd'), join(at, 'x/y/z.XSD')]);
  });

  it('needs a contract in it', async () => {
    const at = put({ 'README.md': 'no' });
    expect(await failing(at)).toEqual([
      expect.stringMatching(
        /^CONTRACT_READ: ".*" is a folder without a \.wsdl or \.xsd file, also below: it has README\.md \(name the file itself/,
      ),
    ]);
    const near = put({ 'README.md': 'no', 'a/service.xml': 'no', 'b.zip': 'no' });
    expect(await failing(near)).toEqual([expect.stringContaining(': it has a/service.xml, b.zip (name')]);
    expect(await failing(put({}))).toEqual([expect.stringContaining('also below: it is empty (name')]);
  });
});

describe('a zip file', () => {
  const zip = (files: Record<string, string>) => zipSync(Object.fromEntries(bytes(files)));

  /** Writes another uncompressed size into the central directory (APPNOTE 4.3.12). */
  function declaring(bytes: Uint8Array, size: number): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i + 28 < bytes.length; i++) {
      if (view.getUint32(i, true) === 0x02014b50) view.setUint32(i + 24, size, true);
    }
    return bytes;
  }

  it('is loaded like a folder', async () => {
    const at = put({ 'c.zip': zip({ 'c/main.xsd': main, 'c/sub/o.xsd': other, 'c/readme.txt': 'no' }) });
    expect((await loadContract(join(at, 'c.zip'))).files).toEqual(['c/main.xsd', 'c/sub/o.xsd']);
  });

  it('does not reach files around it', async () => {
    const at = put({ 'c.zip': zip({ 'main.xsd': main }), 'sub/o.xsd': other });
    expect(await failing(join(at, 'c.zip'))).toEqual([
      'main.xsd:2:1 CONTRACT_READ: the import of namespace "urn:o" cannot be read from "sub/o.xsd": it is not among the given files (put its document there, or correct the location)',
    ]);
  });

  it.each(['../main.xsd', '/main.xsd', 'a/../../main.xsd', 'a\\..\\main.xsd'])(
    'may not hold the path %s',
    async (name) => {
      const at = put({ 'c.zip': zip({ [name]: main }) });
      expect(await failing(join(at, 'c.zip'))).toEqual([
        `CONTRACT_READ: "c.zip" holds a path that leads out of it: ${JSON.stringify(name)}`,
      ]);
    },
  );

  it('may not unpack to more than a contract may have', async () => {
    const huge = declaring(zip({ 'a.xsd': other }), 65 * 1024 * 1024);
    expect(await failing(join(put({ 'c.zip': huge }), 'c.zip'))).toEqual([
      'CONTRACT_READ: "c.zip" unpacks to more than is allowed',
    ]);
  });

  it('that declares less than it holds gives no more than it declares', async () => {
    const lying = declaring(zip({ 'a.xsd': `${other}${' '.repeat(100_000)}` }), 50);
    expect(await failing(join(put({ 'c.zip': lying }), 'c.zip'))).toHaveLength(1);
  });

  it('must be sound', async () => {
    const broken = zip({ 'a.xsd': other }).subarray(0, 60);
    expect(await failing(join(put({ 'c.zip': broken }), 'c.zip'))).toEqual([
      'CONTRACT_READ: "c.zip" is not a sound zip file',
    ]);
  });
});

describe('the network', () => {
  const asked: string[] = [];
  let server: Server;
  let host: string;
  let replies: Record<string, string> = {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      const body = replies[request.url!];
      if (request.url === '/moved') response.writeHead(302, { location: '/main.xsd' }).end();
      else if (body === undefined) response.writeHead(404).end();
      else response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    asked.length = 0;
    replies = {};
  });
  afterAll(() => server.close());

  it('is asked for a URL and its imports when the host is allowed', async () => {
    replies = { '/main.xsd': main, '/sub/o.xsd': other };
    const contract = await loadContract(`http://${host}/main.xsd`, { allowRemote: [host] });
    expect(contract.files).toEqual([`http://${host}/main.xsd`, `http://${host}/sub/o.xsd`]);
    expect(asked).toEqual(['/main.xsd', '/sub/o.xsd']);
  });

  it('is asked for what a local file imports when the host is allowed', async () => {
    replies = { '/o.xsd': other };
    const at = put({ 'main.xsd': main.replace('sub/o.xsd', `http://${host}/o.xsd`) });
    expect((await loadContract(join(at, 'main.xsd'), { allowRemote: ['127.0.0.1'] })).files).toHaveLength(2);
  });

  it('is left alone otherwise', async () => {
    const at = put({ 'main.xsd': main.replace('sub/o.xsd', `http://${host}/o.xsd`) });
    const why = `nothing is fetched from the network unless its host is allowed (put a copy beside the contract, or allow it with --allow-remote ${host} (setting allowRemote))`;
    expect(await failing(join(at, 'main.xsd'), { allowRemote: ['other'] })).toEqual([
      `main.xsd:2:1 CONTRACT_REMOTE: the import of namespace "urn:o" cannot be read from "http://${host}/o.xsd": ${why}`,
    ]);
    expect(await failing(`http://${host}/main.xsd`)).toEqual([
      `CONTRACT_REMOTE: "http://${host}/main.xsd" cannot be read: ${why}`,
    ]);
    expect(asked).toEqual([]);
  });

  it('may not redirect, and its errors are told', async () => {
    replies = { '/main.xsd': main };
    expect(await failing(`http://${host}/moved`, { allowRemote: [host] })).toEqual([
      expect.stringMatching(
        /^CONTRACT_REMOTE: "http:.*\/moved" cannot be read: it redirects to http:.*\/main\.xsd, and redirects/,
      ),
    ]);
    expect(await failing(`http://${host}/gone`, { allowRemote: [host] })).toEqual([
      `CONTRACT_REMOTE: "http://${host}/gone" cannot be read: the response was HTTP 404`,
    ]);
    expect(asked).toEqual(['/moved', '/gone']);
  });

  it('cannot lead to local files or other schemes', async () => {
    replies = { '/main.xsd': main.replace('sub/o.xsd', 'file:///etc/hostname') };
    expect(await failing(`http://${host}/main.xsd`, { allowRemote: [host] })).toEqual([
      `http://${host}/main.xsd:2:1 CONTRACT_REMOTE: the import of namespace "urn:o" cannot be read from "file:///etc/hostname": it is neither a file nor an http URL`,
    ]);
    expect(await failing('ftp://h/x.wsdl', { allowRemote: ['h'] })).toEqual([
      'CONTRACT_REMOTE: "ftp://h/x.wsdl" cannot be read: it is neither a file nor an http URL',
    ]);
  });

  it('names the file whose encoding is broken', async () => {
    const text = Buffer.from(`\ufeff${main}`, 'utf16le');
    const at = put({ 'main.xsd': text.subarray(0, -1), 'sub/o.xsd': other });
    expect(await failing(join(at, 'main.xsd'))).toEqual([
      expect.stringMatching(/main\.xsd:1:1 CONTRACT_SYNTAX: the bytes are not utf-16le$/),
    ]);
  });
});

it.each([
  ['<?php\n$server = new SoapServer(null);', 'this is a program in PHP'],
  ['#!/usr/bin/env python\nprint(1)', 'this is no XML'],
  ['import soap\n', 'this is no XML'],
])('says what a file is that is no contract: %j', async (content, words) => {
  const at = put({ 'service.wsdl': content });
  expect(await failing(join(at, 'service.wsdl'))).toEqual([
    expect.stringContaining(`CONTRACT_SYNTAX: ${words}, not a WSDL or a schema; name the WSDL file`),
  ]);
});
