// A contract as files in one folder, whose links are names of files in it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Contract, Link } from '../../src/contract/model/contract.ts';
import { piecesOf } from '../../src/contract/publish/pieces.ts';

/** The WSDL is `service.wsdl`, wherever it came from. Throws where the contract was not read from files. */
export function writeContractFiles({ sources }: Contract, folder: string): void {
  if (sources === undefined) throw new Error('the source is no WSDL with its schemas');
  const names = namesOf(sources.documents.map(({ file }, i) => (sources.roots.includes(i) ? 'service.wsdl' : file)));
  // A link without a document keeps its namespace alone: what it leads to is not needed.
  const target = ({ to }: Link) => (Array.isArray(to) && to.length === 1 ? { query: names[to[0]] } : undefined);
  mkdirSync(folder, { recursive: true });
  sources.documents.forEach((document, i) => {
    const links = document.links.filter(({ to }) => to !== 'service');
    const pieces = piecesOf({ ...document, links }, target);
    writeFileSync(
      join(folder, names[i]),
      pieces.map((piece) => (typeof piece === 'string' ? piece : piece.query)).join(''),
    );
  });
}

/** One name for each file. At the vendor's addresses `lists/…/employees.xsd` and `transactions/…/employees.xsd` are two files: such names have their folders too. */
export function namesOf(files: readonly string[]): string[] {
  const paths = files.map((file) => file.replace(/^[a-z][a-z0-9+.-]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, ''));
  const bare = paths.map((path) => basename(path));
  return bare.map((name, i) =>
    bare.indexOf(name) === bare.lastIndexOf(name)
      ? name
      : paths[i].replaceAll(/^\/|\/(?=\/)/g, '').replaceAll('/', '.'),
  );
}
