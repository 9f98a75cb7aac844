// Who wants to know what a contract was read from.
import type { ReadResult } from './location.ts';

export interface ContractReads {
  /** A file or URL, also one that could not be read. */
  file(path: string, result: ReadResult): void;
  /** All WSDL and XSD files of a folder: the contract itself, or what an import is looked for in. */
  files(kind: 'folder' | 'nearby', path: string, files: ReadonlyMap<string, Uint8Array>): void;
}
