// What all modules rest on: the abstract record, references, custom fields, search fields, and the messages of the operations.
import { core, MODULES, recordsFile } from './modules.ts';
import { complexType, enumeration, type Field, schema } from './schema-text.ts';

const customKinds = ['String', 'Long', 'Double', 'Boolean', 'Date', 'Select', 'MultiSelect'];
const customTypes = [
  'xs:string',
  'xs:long',
  'xs:double',
  'xs:boolean',
  'xs:dateTime',
  'core:RecordRef',
  'core:RecordRef',
];
const searchKinds = ['String', 'Date', 'Boolean', 'Long'];
const searchTypes = ['xs:string', 'xs:dateTime', 'xs:boolean', 'xs:long'];

function field(name: string, type: string, many = false): Field {
  return { name, type, many };
}

/** 20 types: with those of the modules, 1,400. */
function types(): string {
  const custom = customKinds.map((kind, i) =>
    complexType(`${kind}CustomFieldRef`, [field('value', customTypes[i], kind === 'MultiSelect')], {
      base: 'core:CustomFieldRef',
    }),
  );
  const search = searchKinds.map((kind, i) =>
    complexType(`Search${kind}Field`, [
      field('searchValue', searchTypes[i], true),
      field('operator', 'core:SearchOperator'),
    ]),
  );
  return [
    complexType('Record', [field('nullFieldList', 'core:NullField')], { abstract: true }),
    complexType('NullField', [field('name', 'xs:string', true)]),
    complexType('BaseRef', [field('name', 'xs:string')], { abstract: true }),
    complexType('RecordRef', [], { base: 'core:BaseRef', ids: true }),
    complexType('CustomFieldRef', [], { abstract: true, ids: true }),
    complexType('CustomFieldList', [field('customField', 'core:CustomFieldRef', true)]),
    ...custom,
    complexType('SearchRecord', [], { abstract: true }),
    ...search,
    enumeration('SearchOperator', ['is', 'isNot', 'contains', 'startsWith', 'before', 'after', 'between', 'empty']),
    complexType('RecordList', [field('record', 'core:Record', true)]),
  ].join('');
}

export const operations = [
  ...[
    'get',
    'getList',
    'getAll',
    'add',
    'addList',
    'update',
    'updateList',
    'upsert',
    'upsertList',
    'delete',
    'deleteList',
  ],
  ...[
    'search',
    'searchMore',
    'searchNext',
    'attach',
    'detach',
    'initialize',
    'getDeleted',
    'getSavedSearch',
    'getServerTime',
  ],
];

function message(name: string, fields: readonly Field[]): string {
  const content = complexType('', fields).replace(' name=""', '');
  return `  <xs:element name="${name}">\n${content}  </xs:element>\n`;
}

/** Request and response elements of every operation. */
function messages(): string {
  return operations
    .map((op) => {
      const request = op.startsWith('search')
        ? field('searchRecord', 'core:SearchRecord')
        : field('record', 'core:Record', op.endsWith('List'));
      return (
        message(op, [request]) +
        message(`${op}Response`, [field('isSuccess', 'xs:boolean'), field('recordList', 'core:RecordList')])
      );
    })
    .join('');
}

export function coreText(): string {
  return schema(core, [], types() + messages());
}

function wsdlMessage(name: string): string {
  return `  <wsdl:message name="${name}Message"><wsdl:part name="parameters" element="core:${name}"/></wsdl:message>\n`;
}

function portOperation(op: string): string {
  return `    <wsdl:operation name="${op}"><wsdl:input message="tns:${op}Message"/><wsdl:output message="tns:${op}ResponseMessage"/></wsdl:operation>\n`;
}

function boundOperation(op: string): string {
  return `    <wsdl:operation name="${op}"><soap:operation soapAction="${op}"/><wsdl:input><soap:body use="literal"/></wsdl:input>\
<wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>\n`;
}

export function wsdlText(): string {
  const modules = Array.from({ length: MODULES }, (_, m) => recordsFile(m));
  const imports = [core, ...modules]
    .map((s) => `      <xs:import namespace="${s.ns}" schemaLocation="${s.file}"/>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:core="${core.ns}" xmlns:tns="urn:large.example.com" targetNamespace="urn:large.example.com">
  <wsdl:types>
    <xs:schema>
${imports}    </xs:schema>
  </wsdl:types>
${operations.map((op) => wsdlMessage(op) + wsdlMessage(`${op}Response`)).join('')}  <wsdl:portType name="LargePortType">
${operations.map(portOperation).join('')}  </wsdl:portType>
  <wsdl:binding name="LargeBinding" type="tns:LargePortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${operations.map(boundOperation).join('')}  </wsdl:binding>
  <wsdl:service name="Large">
    <wsdl:port name="LargePort" binding="tns:LargeBinding"><soap:address location="http://127.0.0.1/large"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}
