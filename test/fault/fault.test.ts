import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable, SoapstoneError } from '../../src/errors/errors.ts';
import { Fault, toFault } from '../../src/fault/fault.ts';
import { familyOf, isSender, titleOf, titleWithout } from '../../src/fault/fault-names.ts';
import { SOAP11_NS, SOAP12_NS } from '../../src/xml/reader/names.ts';

describe('toFault', () => {
  it.each(Object.keys(errorTable) as ErrorCode[])('%s has status and title of the table', (code) => {
    const [, status, title] = errorTable[code];
    expect(toFault(new SoapstoneError(code, 'why')).init).toMatchObject({ code, status, title, detail: 'why' });
  });

  it('shows path and suggestion', () => {
    const error = new SoapstoneError('BAD_QUERY', 'unknown parameter', {
      path: '?lmit',
      suggestion: 'did you mean "limit"?',
    });
    const message = 'unknown parameter; did you mean "limit"?';
    expect(toFault(error).init).toMatchObject({
      detail: message,
      errors: [{ path: '?lmit', code: 'BAD_QUERY', message }],
    });
  });

  it('keeps the text of unexpected errors for the log', () => {
    const cause = new TypeError('secret');
    const { init, message } = toFault(cause);
    expect(init).toEqual({ status: 500, code: 'INTERNAL', title: errorTable.INTERNAL[2], cause });
    expect(message).not.toContain('secret');
  });

  it('leaves a fault as it is', () => {
    const fault = new Fault({ status: 409, code: 'X', title: 'x' });
    expect(toFault(fault)).toBe(fault);
  });
});

describe('words', () => {
  it('a code of a mapping has its own words as its title', () => {
    expect(titleOf('ACCOUNT_NOT_FOUND')).toBe('Account not found');
    expect(titleOf('constructor')).toBe('Constructor');
  });

  it.each([
    ['ACCOUNT_NOT_FOUND', 'Account not found'],
    ['ERROR_42_OF_LEDGER', 'Error 42 of ledger'],
    ['3003', 'Conflict'],
    ['PAS-0404', 'Conflict'],
    ['E17', 'Conflict'],
    [undefined, 'Conflict'],
  ])('a code %s has the title "%s" where the status is 409: a number has no words', (code, title) =>
    expect(titleWithout(409, code)).toBe(title),
  );

  it.each([
    [SOAP11_NS, 'Client', true],
    [SOAP11_NS, 'Client.Authentication', true],
    [SOAP12_NS, 'Sender', true],
    ['', 'Client', true],
    ['urn:app', 'Client', false],
    [SOAP11_NS, 'Server', false],
    [SOAP12_NS, 'Receiver', false],
    [SOAP11_NS, 'constructor', false],
  ])('{%s}%s blames the caller: %s', (ns, local, blames) => expect(isSender({ ns, local })).toBe(blames));

  it('knows codes of both versions under one name', () => {
    expect(['Sender', 'Receiver', 'MustUnderstand', 'Odd'].map(familyOf)).toEqual([
      'Client',
      'Server',
      'MustUnderstand',
      undefined,
    ]);
  });
});
