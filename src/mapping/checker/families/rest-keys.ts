// The members that stand beside `$rest` in the REST bodies of a row: a type may have members of these names too.
import type { Tree } from '../../../pattern/tree.ts';
import type { RestSide, Row } from '../../syntax/row.ts';

export function keysBesideRest(row: Row): string[] {
  return [...new Set(sidesOf(row).flatMap(({ body, response }) => [body, response.body].flatMap(keysIn)))];
}

function sidesOf(row: Row): RestSide[] {
  const { flow, async: job } = row;
  const calls = flow?.kind === 'calls' ? [...flow.prior.map(({ rest }) => rest), flow.rest] : [];
  const each = flow?.kind === 'pages' ? [flow.complete?.rest] : [];
  return [row, ...calls, ...each, ...(job?.kind === 'job' ? [job.ownRest, job.result.rest] : [])].filter(
    (side) => side !== undefined,
  );
}

function keysIn(tree: Tree | undefined): string[] {
  switch (tree?.kind) {
    case 'object': {
      const inside = tree.entries.flatMap(({ value }) => keysIn(value));
      return tree.rest ? [...tree.entries.map(({ key }) => key), ...inside] : inside;
    }
    case 'list':
      return tree.items.flatMap(keysIn);
    case 'each':
      return keysIn(tree.item);
    default:
      return [];
  }
}
