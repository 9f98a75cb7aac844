// The messages of the benchmark: responses with one record, with a list, and the request that adds records.
import { branch, leaf, type Node } from './node.ts';
import { record } from './record.ts';

function records(count: number): Node[] {
  return Array.from({ length: count }, (_, n) => listRecord(n));
}

/** Two to four lines in the sublist, 3.1 KB on average. */
export function listRecord(n: number): Node {
  return { ...record(n, 2 + (n % 3)), list: true };
}

/** About 3 KB in its envelope. */
export function oneRecordReply(): Node {
  return branch('msg', 'GetOrderResponse', [record(1, 2)]);
}

/** About 310 KB for 100 records. */
export function listReply(count: number): Node {
  return branch('msg', 'ListOrdersResponse', [
    leaf('msg', 'totalRecords', String(count), 'bare'),
    branch('msg', 'recordList', records(count)),
  ]);
}

export function addRequest(count: number): Node {
  return branch('msg', 'AddOrders', [branch('msg', 'recordList', records(count))]);
}
