// Algorithm suites of WS-SecurityPolicy (1.3 §6.1), in the names of settings.
import type { Alternative } from '../contract/policy/normal-form.ts';
import type { XmlElement } from '../xml/tree.ts';

export interface AlgorithmSuite {
  readonly node: XmlElement;
  readonly digest: 'sha1' | 'sha256';
  /** A cipher of settings; undefined where there is none. */
  readonly cipher: string | undefined;
  readonly canUnwrap: boolean;
  readonly canonicalization: 'exclusive' | 'inclusive';
}

/** Suites of the standard, and those with GCM that Apache CXF adds: their digests are those of their names too. */
const SUITE = /^(?:Basic(128|192|256)|TripleDes)(GCM)?(Sha256\w*?)?(Rsa15)?$/;

/** `nested`: of sp:AlgorithmSuite. Undefined: no suite that is known. */
export function suiteOf(nested: Alternative): AlgorithmSuite | undefined {
  const suite = nested.find(({ node }) => SUITE.test(node.name.local));
  if (!suite) return undefined;
  const [, bits, gcm, sha256, rsa15] = SUITE.exec(suite.node.name.local)!;
  const isCarried = bits === '128' || bits === '256';
  return {
    node: suite.node,
    digest: sha256 ? 'sha256' : 'sha1',
    cipher: isCarried ? `aes${bits}-${gcm ? 'gcm' : 'cbc'}` : undefined,
    canUnwrap: rsa15 === undefined,
    canonicalization: nested.some(({ node }) => node.name.local === 'InclusiveC14N') ? 'inclusive' : 'exclusive',
  };
}
