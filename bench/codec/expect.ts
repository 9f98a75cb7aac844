import assert from 'node:assert/strict';

/** Every `tranId` that the data has, as many times. A cheap proof that a baseline really read or wrote all records. */
export function expectOrders(text: string, count: number): void {
  for (const probe of [/SO-\d{6}/g, /Steel bracket \d+ mm/g]) {
    const found = text.match(probe)?.length ?? 0;
    const least = probe.source.startsWith('SO') ? count : count * 2;
    assert.ok(found >= least, `${found} of at least ${least} matches of ${probe}`);
  }
}
