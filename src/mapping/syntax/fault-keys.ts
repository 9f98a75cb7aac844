// The keys of a fault rule.
import { STATUS } from './error-forms.ts';
import { FOR, flag, kind, REQUIRED, text, vocabulary, when } from './keywords.ts';
import { elements, headers, pattern } from './pattern-keys.ts';

export const SOAP_FAULT_KEYS = vocabulary(
  'soapFault',
  'Keys of `soap` in a fault rule',
  'The fault on the SOAP side, or a response that reports a failure ([faults](#faults)).',
  {
    fault: text('`prefix:Element` of the detail, or `*` for any fault.'),
    code: text('The fault code: `Client`, `Server`, `Sender`, `Receiver` or `prefix:Name`.'),
    subcode: text('The subcode of SOAP 1.2.'),
    detail: pattern('The content of the detail element.'),
    reason: text('The fault string, or the reason of SOAP 1.2.'),
    response: elements('A response that reports a failure, by body element; `*` is any element.'),
    first: flag("The pattern is tried before the rule's own response (`false`)."),
  },
  { minProperties: 1 },
);

export const PROBLEM_KEYS = vocabulary(
  'problem',
  'Keys of `rest` in a fault rule',
  'The error on the REST side ([faults](#faults)).',
  {
    status: kind(STATUS)('The status. `4XX` and `5XX` match the whole class.', REQUIRED),
    code: text('The code of the error (the name of the fault element).'),
    title: text('The title of the error.'),
    headers: headers('Headers of the response.'),
    detail: text('The text for the client.'),
    data: pattern('Further members of the error.'),
  },
);

export const FAULT_ROW_KEYS = vocabulary(
  'faultRow',
  'Keys of a fault rule',
  'A failure as both sides see it ([faults](#faults)).',
  {
    forEach: kind(FOR)('Under `responses` of the table: one rule for each row of a [value table](#one-row-for-many).'),
    when: when('The [settings](#settings) under which the fault rule holds.'),
    soap: kind(SOAP_FAULT_KEYS)('The fault on the SOAP side.', REQUIRED),
    rest: kind(PROBLEM_KEYS)('The error on the REST side.', REQUIRED),
  },
);
