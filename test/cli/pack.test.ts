// `soapstone pack`: what stands in the archive. Engines import and run it in test/image.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { bankMapping } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const sha256 = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A copy of a mapping, below a folder of its own. */
function mapping(name = 'orders'): string {
  const folder = join(temp(), name);
  cpSync(bankMapping(), folder, { recursive: true });
  return folder;
}

/** By the tar of the system. */
function unpacked(archive: string): string {
  const folder = temp();
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  return folder;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** The image of an archive; each blob has the digest and the size that stand where it is named. */
function imageOf(archive: string) {
  const folder = unpacked(archive);
  const blob = ({ digest, size }: Descriptor) => {
    const bytes = readFileSync(join(folder, 'blobs', digest.replace(':', '/')));
    expect([sha256(bytes), bytes.length]).toEqual([digest, size]);
    return bytes;
  };
  const json = (bytes: Buffer) => JSON.parse(bytes.toString());
  expect(json(readFileSync(join(folder, 'oci-layout')))).toEqual({ imageLayoutVersion: '1.0.0' });
  const [named] = json(readFileSync(join(folder, 'index.json'))).manifests;
  const manifest = json(blob(named));
  const layers = manifest.layers.map((layer: Descriptor) => {
    const room = temp();
    const file = join(room, 'layer.tar.gz');
    writeFileSync(file, blob(layer));
    const tar = execFileSync('gzip', ['-dc', file], { maxBuffer: 1 << 26 });
    mkdirSync(join(room, 'files'));
    execFileSync('tar', ['-xzf', file, '-C', join(room, 'files')]);
    return { digest: sha256(tar), folder: join(room, 'files') };
  });
  return { named, manifest, config: json(blob(manifest.config)), layers };
}

const filesBelow = (folder: string) =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

test('an archive has the mapping, its contract and the checked table, by the image specification', async () => {
  const [folder, archive] = [mapping(), join(temp(), 'x.oci.tar')];
  for (const [path, text] of [
    ['.env', 'PASSWORD=1'],
    [
      'tables/a name with a space and letters beyond ASCII, é, which is longer than a hundred bytes, as some are.csv',
      '',
    ],
  ]) {
    mkdirSync(join(folder, 'tables'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { code, out, err } = await run(['pack', folder, '-o', archive, '--arch', 'arm64']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { named, manifest, config, layers } = imageOf(archive);
  expect(out).toMatch(/: localhost\/orders:latest, \d+ bytes, checked in advance\n/);
  expect(out.trim().split('\n').at(-1)).toBe(named.digest);
  expect(named.annotations).toEqual({ 'org.opencontainers.image.ref.name': 'localhost/orders:latest' });
  expect([named.mediaType, manifest.mediaType, manifest.config.mediaType, manifest.layers[0].mediaType]).toEqual([
    'application/vnd.oci.image.manifest.v1+json',
    'application/vnd.oci.image.manifest.v1+json',
    'application/vnd.oci.image.config.v1+json',
    'application/vnd.oci.image.layer.v1.tar+gzip',
  ]);
  expect(config).toMatchObject({
    architecture: 'arm64',
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }: { digest: string }) => digest) },
  });
  const packed = filesBelow(layers[0].folder);
  expect(packed.filter((file) => !file.startsWith('.soapstone')).sort()).toEqual(
    filesBelow(folder)
      .filter((file) => file !== '.env')
      .sort(),
  );
  expect(globSync('.soapstone/*.table', { cwd: layers[0].folder })).toHaveLength(1);
  expect((await run(['check', layers[0].folder])).code).toBe(0);
});

test('the same files give the same image, wherever they are; others do not', async () => {
  const [first, second] = [mapping(), mapping()];
  const digestOf = async (folder: string) => {
    const { out } = await run(['pack', folder, '-o', join(temp(), 'x.tar')], { cwd: temp() });
    return out.trim().split('\n').at(-1);
  };
  const digest = await digestOf(first);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await digestOf(second)).toBe(digest);
  writeFileSync(join(second, 'mapping.yaml'), `${readFileSync(join(second, 'mapping.yaml'), 'utf8')}# a comment\n`);
  expect(await digestOf(second)).not.toBe(digest);
});

test('on a base: one more layer, and the variable that names the mapping', async () => {
  const room = temp();
  const [base, archive] = [join(room, 'base.tar'), join(room, 'x.tar')];
  expect((await run(['pack', mapping('base'), '-o', base])).code).toBe(0);
  expect((await run(['pack', mapping(), '-o', archive, '--base', base, '--tag', 'gateway:7'])).code).toBe(0);
  const [below, image] = [imageOf(base), imageOf(archive)];
  expect(image.named.annotations).toEqual({ 'org.opencontainers.image.ref.name': 'localhost/gateway:7' });
  expect(image.manifest.layers[0]).toEqual(below.manifest.layers[0]);
  expect(image.config.rootfs.diff_ids).toEqual(image.layers.map(({ digest }: { digest: string }) => digest));
  expect(image.config.config.Env).toContain('SOAPSTONE_MAPPING=/mapping');
  expect(filesBelow(image.layers[1].folder)).toContain('mapping/mapping.yaml');
});

test('a name with a host stays as it is, a short one gets a host', async () => {
  for (const [tag, name] of [
    ['registry.example.com/team/orders:7', 'registry.example.com/team/orders:7'],
    ['localhost:5000/orders', 'localhost:5000/orders'],
    ['team/orders:7', 'localhost/team/orders:7'],
  ]) {
    const archive = join(temp(), 'x.tar');
    const { out } = await run(['pack', mapping(), '-o', archive, '--tag', tag]);
    expect(out).toContain(`: ${name}, `);
    expect(imageOf(archive).named.annotations).toEqual({ 'org.opencontainers.image.ref.name': name });
  }
});

test('what is no whole by itself is refused', async () => {
  const said = async (folder: string, ...args: string[]) => {
    const { code, err } = await run(['pack', folder, '-o', join(temp(), 'x.tar'), ...args]);
    return `${code} ${err}`;
  };
  const away = mapping();
  renameSync(join(away, 'accounts.wsdl'), join(away, '..', 'accounts.wsdl'));
  const table = readFileSync(join(away, 'mapping.yaml'), 'utf8');
  writeFileSync(join(away, 'mapping.yaml'), table.replace('contract: ', 'contract: ../'));
  expect(await said(away)).toMatch(/^2 SETTINGS: the contract \S+ is not in the archive of .*: soapstone compile/);

  const linked = mapping();
  symlinkSync('/etc/passwd', join(linked, 'names.csv'));
  expect(await said(linked)).toMatch(/^2 SETTINGS: \S+names\.csv is a link/);

  const wrong = mapping();
  writeFileSync(join(wrong, 'mapping.yaml'), table.replace('GetAccount:', 'GetAcount:'));
  expect(await said(wrong)).toMatch(new RegExp(`^1 .*${wrong}/mapping\\.yaml:\\d+`));

  const base = join(temp({ 'base.tar': 'no archive' }), 'base.tar');
  expect(await said(mapping(), '--base', base)).toContain(`2 SETTINGS: --base ${base} is no OCI archive`);
  expect(await said(mapping(), '--base', `${base}.none`)).toContain(`--base ${base}.none: there is no such file`);
});

test('a contract that reads further files has them in the archive, or is refused with the file', async () => {
  const schema = (name: string) =>
    `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:demo:shared"><element name="${name}" type="string"/></schema>`;
  const packed = async (location: string, ...args: string[]) => {
    const folder = mapping();
    for (const path of ['../common/c.xsd', 'c.xsd', '.tools/c.xsd', 'below/c.xsd']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), schema('Shared'));
    }
    const wsdl = join(folder, 'accounts.wsdl');
    const read = `<xs:import xmlns:xs="http://www.w3.org/2001/XMLSchema" namespace="urn:demo:shared" schemaLocation="${location.replace('HERE', folder)}"/>`;
    const text = readFileSync(wsdl, 'utf8');
    const [start] = /<(\w+:)?schema\b[^>]*>/.exec(text) as RegExpExecArray;
    writeFileSync(wsdl, text.replace(start, `${start}${read}`));
    const { code, err } = await run(['pack', folder, '-o', join(temp(), 'x.tar'), ...args]);
    return `${code} ${err}`;
  };
  expect(await packed('below/c.xsd')).toBe('0 ');
  for (const location of ['../common/c.xsd', '.tools/c.xsd', 'HERE/c.xsd'])
    expect([location, await packed(location)]).toEqual([
      location,
      expect.stringMatching(
        /^2 SETTINGS: \S+c\.xsd, which the contract reads, is not in the archive of .*: soapstone compile/,
      ),
    ]);
});

test('a file that cannot be written is told without a stack', async () => {
  const file = join(temp(), 'none', 'x.tar');
  const { code, err } = await run(['pack', mapping(), '-o', file]);
  expect([code, err]).toEqual([2, `SETTINGS: -o ${file} cannot be written: ENOENT\n`]);
});

test('a base whose blob is not what its digest says is refused', async () => {
  const room = temp();
  const base = join(room, 'base.tar');
  expect((await run(['pack', mapping(), '-o', base])).code).toBe(0);
  const bytes = readFileSync(base);
  bytes[bytes.indexOf('"architecture"') + 1] ^= 1;
  writeFileSync(base, bytes);
  const { code, err } = await run(['pack', mapping(), '-o', join(room, 'x.tar'), '--base', base]);
  expect([code, err]).toEqual([2, expect.stringContaining('is no OCI archive')]);
});
