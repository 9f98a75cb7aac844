// What names a type in JSON is described as it is on the wire, wherever a pattern takes the object apart.
import { expect, it } from 'vitest';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { SoapMessages } from '../../../src/mapping/cases/soap-messages.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { wsdlOf, XSI } from '../../codec/presented.ts';
import { validateRequest } from '../../oracle/openapi.ts';

const derived = (name: string, inside: string) =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:Way"><xs:sequence>${inside}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const wsdl = wsdlOf(`
  <xs:complexType name="Way"><xs:sequence><xs:element name="day" type="xs:date" minOccurs="0"/></xs:sequence></xs:complexType>
  ${derived('Home', '<xs:element name="floor" type="xs:int"/>')}${derived('Locker', '<xs:element name="code" type="xs:string"/>')}
  <xs:element name="Put"><xs:complexType><xs:sequence><xs:element name="way" type="t:Way"/></xs:sequence></xs:complexType></xs:element>`);
const contract = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdl)]]));
const rows = [
  ['rest', '{ n: 1, $rest: "{way}" }', '{ $rest: "{way}" }'],
  ['whole', '{ n: 1, $rest: "{way}" }', '"{way}"'],
  ['hole', '{ to: "{way}" }', '"{way}"'],
  ['constant', '{ how: home, $rest: "{way}" }', '{ $type: "t:Home", $rest: "{way}" }'],
  ['written', '{ $type: "t:Home", $rest: "{way}" }', '{ $type: "t:Home", $rest: "{way}" }'],
  ['variable', '{ how: "{how}", $rest: "{way}" }', '{ $type: "{how|table(ways)}", $rest: "{way}" }'],
] as const;
/** A variable of `$type` has what the discriminator makes of the name. */
const table = (types: string, value: string) => `soapstone: 2
namespaces: { t: "urn:t" }
only: rest-to-soap
tables: { ways: { home: "${value}", locker: "t:Locker" }, kinds: { home: t:Home } }
${types}
rules:
${rows
  .map(
    ([id, rest, soap]) => `
  - id: ${id}
    rest: { request: { line: POST /${id}, body: ${rest} }, response: { status: 204 } }
    soap: { request: { Put: { way: ${soap} } } }`,
  )
  .join('')}`;
const put = `<t:Put xmlns:t="urn:t" ${XSI}><t:way xsi:type="t:Home"><t:floor>2</t:floor></t:way></t:Put>`;

it.each([
  ['', '$type', 't:Home'],
  ['types: { t:Way: { rename: { $type: kind }, values: { $type: kinds } } }', 'kind', 'home'],
  ['types: { t:Way: { values: { $type: camel } } }', '$type', 'home'],
])('with %s', (types, key, value) => {
  const mapping = compileMapping(table(types, value), 'mapping.yaml', contract);
  const document = describeRest([mapping]);
  const messages = new SoapMessages(mapping);
  const seen = mapping.rules.map(({ id, request, variables }) => {
    const message = { body: [put], headers: new Map() };
    const bindings = messages.decode(request.soap, message, new Array(variables.length));
    const { body } = request.rest.fill(bindings!);
    const text = Buffer.from(body!).toString();
    const problems = (json: string) =>
      validateRequest(document, {
        method: 'POST',
        target: `/${id}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.parse(json),
      });
    const said = `"${key}":"${value}"`;
    expect([id, ...problems(text)], text).toEqual([id]);
    if (id !== 'written' && text.includes(said))
      expect([id, problems(text.replace(said, `"${key}":"t:Nope"`)).length > 0]).toEqual([id, true]);
    return [id, text.includes(said)];
  });
  const named = ['rest', 'whole', 'hole', ...(value === 't:Home' ? ['written'] : [])];
  expect(seen.filter(([, there]) => there).map(([id]) => id)).toEqual(named);
});
