// A process that keeps all that it takes on, and asks before each piece: run with a small heap by heap-room.test.ts.
import { HeapGuard } from '../../../src/server/http/heap-guard.ts';

const heap = new HeapGuard(90);
const kept: unknown[] = [];

const filling = setInterval(() => {
  for (let i = 0; i < 20 && !heap.refuses(); i++) {
    const piece: unknown[] = [];
    for (let j = 0; j < 1000; j++) piece.push({ a: j, b: { c: i }, d: [i, j] });
    kept.push(piece);
  }
  if (heap.refused < 50) return;
  console.log(`refused with ${kept.length} kept`);
  clearInterval(filling);
  heap.stop();
}, 10);
