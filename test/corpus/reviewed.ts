// Contracts of the corpus that are refused, although zeep reads an operation of them: why the refusal holds. A contract that is missing here ends the run with 1.

const TWICE = 'XML Schema Part 1 §3.3.6: one element of a name; the files declare two, and nothing says which is meant';

/** By repository and file. */
export const reviewed: ReadonlyMap<string, string> = new Map([
  [
    'vpulim/node-soap/test/wsdl/cross_schema.wsdl',
    'WSDL 1.1 §2.4.4: a notification; SOAP over HTTP has no such operation',
  ],
  [
    'vpulim/node-soap/test/wsdl/ref_element_same_as_type.wsdl',
    'WSDL 1.1 §3.5: the parts of soap:body are those of the message; it has no such part',
  ],
  [
    'vpulim/node-soap/test/wsdl/strict/CyberSourceTransaction_1.26_2.wsdl',
    'XML Schema Part 1 §4.2.3: an import without a namespace is for a file without one',
  ],
  ['vpulim/node-soap/test/wsdl/typeref/order.wsdl', 'XML Schema Part 1 §3.15.3: the type is declared nowhere'],
  ['postmanlabs/wsdl-to-postman/test/data/separatedFiles/includeTag/output.wsdl', TWICE],
  ['postmanlabs/wsdl-to-postman/test/data/separatedFiles/sameTargetnamespace/output.wsdl', TWICE],
  [
    'scrottie/SOAP-WSDL/t/acceptance/wsdl/04_element-simpleType.wsdl',
    'XML Schema Part 2 §4.3.10: the value of minInclusive is required',
  ],
]);
