// For the terminal: what was not right, front by front.
import type { Peer } from './page.ts';

export function summary(peers: readonly Peer[]): string {
  return peers.flatMap(linesOf).join('\n');
}

function linesOf({ name, version, reason, verdicts = [] }: Peer): string[] {
  const bad = verdicts.filter(({ verdict }) => verdict !== 'right');
  const head = reason === undefined ? `${name} ${version}` : `${name}: left out, ${reason}`;
  const count = verdicts.length > 0 ? `: ${verdicts.length - bad.length} of ${verdicts.length} right` : '';
  return [`${head}${count}`, ...bad.map(({ verdict, title, evidence }) => `  ${verdict}: ${title}: ${evidence}`)];
}
