import { expect, test } from 'vitest';
import { captureNotes } from '../../../src/server/capture/open-capture.ts';

test('notes on captures that nobody will see', () => {
  const rules = ['GetAccount'];
  const unknown = 'note: no rule is named GetAcount: debugWire takes it as a request id';
  const nowhere = 'note: captures go nowhere: set adminPort, or debugWireFile';
  expect(captureNotes({ adminPort: -1 }, rules)).toEqual([]);
  expect(captureNotes({ debugWire: '*,GetAccount', adminPort: 9090 }, rules)).toEqual([]);
  expect(captureNotes({ debugWire: 'GetAcount', adminPort: 9090 }, rules)).toEqual([unknown]);
  expect(captureNotes({ debugWire: 'GetAccount', adminPort: -1 }, rules)).toEqual([nowhere]);
  expect(captureNotes({ debugWire: '*', adminPort: -1, debugWireFile: 'a' }, rules)).toEqual([]);
});
