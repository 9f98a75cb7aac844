// Reply patterns of a rule's fault rows that are never asked, because the rule's own reply takes every message.
import type { Report } from '../report.ts';
import type { SoapPattern } from '../rule.ts';
import type { YamlEntry, YamlNode } from '../yaml.ts';

export function checkHiddenReplies(faults: readonly YamlNode[], reply: SoapPattern, report: Report): void {
  if (reply.body.length !== 1 || reply.body[0].shape.kind !== 'hole') return;
  for (const node of faults) {
    const soap = member(node, 'soap');
    const pattern = soap && member(soap.value, 'reply');
    const first = soap && member(soap.value, 'first');
    if (pattern === undefined || (first?.value.kind === 'scalar' && first.value.value === true)) continue;
    report.add(
      'MAPPING_UNREACHABLE',
      'no reply reaches this row: the rule takes every reply as a success',
      pattern.place,
      'say first: true beside reply:, or bind the members of the reply with a constant that tells success',
    );
  }
}

function member(node: YamlNode, key: string): YamlEntry | undefined {
  return node.kind === 'map' ? node.entries.find((e) => e.key === key) : undefined;
}
