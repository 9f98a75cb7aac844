// The WSDL 1.1 document: document/literal wrapped, a SOAP 1.1 and a SOAP 1.2 port.
import { WSDL_NS, WSDL_SOAP11_NS, WSDL_SOAP12_NS, XSD_NS } from '../../xml/reader/names.ts';
import type { Api, Operation } from './model.ts';
import { element, textElement } from './write-xml.ts';

const HTTP = 'http://schemas.xmlsoap.org/soap/http';

/** `schema`: the file beside it. */
export function writeWsdl(api: Api, name: string, schema: string): string {
  const attributes = {
    'xmlns:wsdl': WSDL_NS,
    'xmlns:soap': WSDL_SOAP11_NS,
    'xmlns:soap12': WSDL_SOAP12_NS,
    'xmlns:xs': XSD_NS,
    'xmlns:t': api.namespace,
    targetNamespace: api.namespace,
    name,
  };
  const imported = element('xs:import', { namespace: api.namespace, schemaLocation: schema });
  const used = new Set(api.operations.flatMap((o) => o.faults.map((f) => f.element)));
  const lines = element('wsdl:definitions', attributes, [
    ...documentation(api.doc),
    ...element('wsdl:types', {}, element('xs:schema', {}, imported)),
    ...api.operations.flatMap((o) => [...message(o.name), ...message(`${o.name}Response`)]),
    ...[...used].flatMap(message),
    ...element('wsdl:portType', { name }, api.operations.flatMap(declared)),
    ...binding(api, name, 'soap', 'Soap11'),
    ...binding(api, name, 'soap12', 'Soap12'),
    ...element('wsdl:service', { name }, [
      ...port(api, name, 'soap', 'Soap11'),
      ...port(api, name, 'soap12', 'Soap12'),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function message(name: string): string[] {
  return element('wsdl:message', { name }, element('wsdl:part', { name: 'parameters', element: `t:${name}` }));
}

function declared(o: Operation): string[] {
  return element('wsdl:operation', { name: o.name }, [
    ...documentation(o.doc),
    ...element('wsdl:input', { message: `t:${o.name}` }),
    ...element('wsdl:output', { message: `t:${o.name}Response` }),
    ...faultsOf(o).flatMap((name) => element('wsdl:fault', { name, message: `t:${name}` })),
  ]);
}

function binding(api: Api, name: string, soap: string, suffix: string): string[] {
  const body = (way: string) => element(`wsdl:${way}`, {}, element(`${soap}:body`, { use: 'literal' }));
  const operations = api.operations.flatMap((o) =>
    element('wsdl:operation', { name: o.name }, [
      ...element(`${soap}:operation`, { soapAction: `${api.namespace}/${o.name}` }),
      ...body('input'),
      ...body('output'),
      ...faultsOf(o).flatMap((fault) =>
        element('wsdl:fault', { name: fault }, element(`${soap}:fault`, { name: fault, use: 'literal' })),
      ),
    ]),
  );
  const style = element(`${soap}:binding`, { style: 'document', transport: HTTP });
  return element('wsdl:binding', { name: `${name}${suffix}`, type: `t:${name}` }, [...style, ...operations]);
}

function port(api: Api, name: string, soap: string, suffix: string): string[] {
  const address = element(`${soap}:address`, { location: api.server });
  return element('wsdl:port', { name: `${name}${suffix}`, binding: `t:${name}${suffix}` }, address);
}

function faultsOf(o: Operation): string[] {
  return [...new Set(o.faults.map((f) => f.element))];
}

function documentation(doc: string | undefined): string[] {
  return doc === undefined ? [] : textElement('wsdl:documentation', doc);
}
