// A contract as files in one folder, whose links are names of files in it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Contract, Link } from '../../src/contract/model/contract.ts';
import { piecesOf } from '../../src/contract/publish/pieces.ts';

/** The WSDL is `service.wsdl`, wherever it came from. Throws where the contract was not read from files. */
export function writeContractFiles({ sources }: Contract, folder: string): void {
  if (sources === undefined) throw new Error('the source is no WSDL with its schemas');
  const names = sources.documents.map(({ file }, i) => (sources.roots.includes(i) ? 'service.wsdl' : nameOf(file)));
  if (new Set(names).size < names.length) throw new Error('two files of the contract have one name');
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

function nameOf(file: string): string {
  return basename(file.replace(/[?#].*$/s, ''));
}
