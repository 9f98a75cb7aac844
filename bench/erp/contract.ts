// The contract of the benchmark's own ERP service: WSDL 1.1 with three schema files.
import { namespaces } from './node.ts';

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

function schema(ns: string, imports: string, body: string): string {
  const prefixes = Object.entries(namespaces).map(([p, uri]) => `xmlns:${p}="${uri}"`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema ${XS} ${prefixes.join(' ')} targetNamespace="${ns}" elementFormDefault="qualified">
${imports}${body}</xs:schema>
`;
}

function importOf(ns: string, file: string): string {
  return `  <xs:import namespace="${ns}" schemaLocation="${file}"/>\n`;
}

/** `name:type` pairs, optional elements all of them. */
function optional(fields: string): string {
  return fields
    .trim()
    .split(/\s+/)
    .map((field) => {
      const cut = field.indexOf('=');
      return `      <xs:element name="${field.slice(0, cut)}" type="${field.slice(cut + 1)}" minOccurs="0"/>\n`;
    })
    .join('');
}

const core = schema(
  namespaces.core,
  '',
  `  <xs:complexType name="Record" abstract="true"/>
  <xs:complexType name="RecordRef">
    <xs:sequence>
${optional('name=xs:string')}    </xs:sequence>
    <xs:attribute name="internalId" type="xs:string"/>
    <xs:attribute name="externalId" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="Address">
    <xs:sequence>
${optional('attention=xs:string addressee=xs:string addrPhone=xs:string addr1=xs:string addr2=xs:string city=xs:string state=xs:string zip=xs:string country=xs:string override=xs:boolean')}    </xs:sequence>
  </xs:complexType>
`,
);

const statuses = ['pendingApproval', 'pendingFulfillment', 'partiallyFulfilled', 'billed', 'closed', 'cancelled'];

const orderFields = `createdDate=xs:dateTime lastModifiedDate=xs:dateTime customForm=core:RecordRef entity=core:RecordRef job=core:RecordRef
  tranDate=xs:date tranId=xs:string orderStatus=sales:OrderStatus email=xs:string memo=xs:string subsidiary=core:RecordRef
  currency=core:RecordRef exchangeRate=xs:decimal discountTotal=xs:decimal subTotal=xs:decimal taxTotal=xs:decimal total=xs:decimal
  isTaxable=xs:boolean shipComplete=xs:boolean toBePrinted=xs:boolean weight=xs:double revision=xs:long shipDate=xs:date
  shipMethod=core:RecordRef otherRefNum=xs:string billingAddress=core:Address shippingAddress=core:Address itemList=sales:ItemList`;

const itemFields = `line=xs:long item=core:RecordRef quantity=xs:double units=xs:string description=xs:string rate=xs:decimal
  amount=xs:decimal isClosed=xs:boolean location=core:RecordRef`;

const sales = schema(
  namespaces.sales,
  importOf(namespaces.core, 'core.xsd'),
  `  <xs:simpleType name="OrderStatus">
    <xs:restriction base="xs:string">
${statuses.map((s) => `      <xs:enumeration value="${s}"/>\n`).join('')}    </xs:restriction>
  </xs:simpleType>
  <xs:complexType name="Item">
    <xs:sequence>
${optional(itemFields)}    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="ItemList">
    <xs:sequence>
      <xs:element name="item" type="sales:Item" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="replaceAll" type="xs:boolean"/>
  </xs:complexType>
  <xs:complexType name="SalesOrder">
    <xs:complexContent>
      <xs:extension base="core:Record">
        <xs:sequence>
${optional(orderFields)}        </xs:sequence>
        <xs:attribute name="internalId" type="xs:string"/>
        <xs:attribute name="externalId" type="xs:string"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
`,
);

function message(name: string, content: string): string {
  return `  <xs:element name="${name}">
    <xs:complexType>
      <xs:sequence>
${content}      </xs:sequence>
    </xs:complexType>
  </xs:element>
`;
}

function field(name: string, type: string): string {
  return `        <xs:element name="${name}" type="${type}"/>\n`;
}

const messages = schema(
  namespaces.msg,
  importOf(namespaces.core, 'core.xsd') + importOf(namespaces.sales, 'sales.xsd'),
  `  <xs:complexType name="RecordList">
    <xs:sequence>
      <xs:element name="record" type="core:Record" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
${message('GetOrder', field('internalId', 'xs:string'))}${message('GetOrderResponse', field('record', 'core:Record'))}\
${message('ListOrders', field('page', 'xs:int'))}\
${message('ListOrdersResponse', field('totalRecords', 'xs:int') + field('recordList', 'msg:RecordList'))}\
${message('AddOrders', field('recordList', 'msg:RecordList'))}${message('AddOrdersResponse', field('added', 'xs:int'))}`,
);

const operations = ['GetOrder', 'ListOrders', 'AddOrders'];

function wsdlMessages(op: string): string {
  return [op, `${op}Response`]
    .map((m) => `  <wsdl:message name="${m}Message"><wsdl:part name="parameters" element="msg:${m}"/></wsdl:message>\n`)
    .join('');
}

function portOperation(op: string): string {
  return `    <wsdl:operation name="${op}">
      <wsdl:input message="tns:${op}Message"/>
      <wsdl:output message="tns:${op}ResponseMessage"/>
    </wsdl:operation>
`;
}

function boundOperation(op: string): string {
  return `    <wsdl:operation name="${op}">
      <soap:operation soapAction="${op}"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
`;
}

const wsdl = `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ${XS}
    xmlns:msg="${namespaces.msg}" xmlns:tns="urn:service.bench.soapstone" targetNamespace="urn:service.bench.soapstone">
  <wsdl:types>
    <xs:schema>
      <xs:import namespace="${namespaces.msg}" schemaLocation="messages.xsd"/>
    </xs:schema>
  </wsdl:types>
${operations.map(wsdlMessages).join('')}  <wsdl:portType name="OrdersPortType">
${operations.map(portOperation).join('')}  </wsdl:portType>
  <wsdl:binding name="OrdersBinding" type="tns:OrdersPortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${operations.map(boundOperation).join('')}  </wsdl:binding>
  <wsdl:service name="Orders">
    <wsdl:port name="OrdersPort" binding="tns:OrdersBinding">
      <soap:address location="http://127.0.0.1/orders"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;

/** File name → text. */
export const contractFiles: ReadonlyMap<string, string> = new Map([
  ['orders.wsdl', wsdl],
  ['core.xsd', core],
  ['sales.xsd', sales],
  ['messages.xsd', messages],
]);
