// A REST service that answers every request with the same order: `node backend.ts`. Prints its port. Those who ask below /attributes get
// attributes in an object, so that no front has to rewrite what it gets.
import { answering, answerOf } from '../http/answering.ts';
import { orderJson } from './orders.ts';

const plain = answerOf('application/json', orderJson('@'));
const apart = answerOf('application/json', orderJson('attributes'));
answering((head) => (head.startsWith('GET /attributes/') ? apart : plain));
