// Random tables over one body element, and random messages, most of which some rule takes.
import fc from 'fast-check';
import { SOAP11_NS, SOAP12_NS } from '../../../../../src/xml/reader/names.ts';

const pick = <T>(...all: readonly T[]) => fc.constantFrom(...all);
/** Absent twice as often as not, so that rules overlap. */
const perhaps = <T>(one: fc.Arbitrary<T>, absent = 2) =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });

const subject = perhaps(
  fc.record({
    type: pick('Bin', 'BigBin', 'Person', undefined),
    id: perhaps(pick('"{id}"', '"{id!}"', 'x1', '"b:{id}"')),
    size: perhaps(pick('"{size}"', '7', '8')),
    rest: pick('', '$rest: skip', '$rest: "{more}"', '$rest: none'),
  }),
);

const rule = fc.record({
  subject,
  mode: perhaps(pick('a', 'b', '"{mode!}"', '"{mode}"')),
  word: perhaps(pick('red', 'blue', '"{word!}"', '"{word|words}"')),
  flag: perhaps(pick('true', 'false')),
  usual: perhaps(pick('plain', 'other')),
  item: perhaps(pick('[ 1 ]', '[ 1, "{second}" ]', '[ "{first}", 2 ]', '"{items}"')),
  several: perhaps(
    pick(
      '{ $each: { $type: "k:Bin", size: "{several.size}" } }',
      '{ $each: { $type: "k:Person", $rest: "{several.more}" } }',
      '{ $each: { id: "{several.id}" } }',
      '"{several}"',
    ),
  ),
  ref: perhaps(pick('{ "@kind": k, $value: "{ref}" }', '{ "@kind": "{kind!}", $value: r }', '{ "@number": 1.5 }')),
  loose: perhaps(pick('"{loose}"')),
  rest: pick('', '$rest: skip', '$rest: skip', '$rest: none', '$absent: [ word ], $rest: "{others}"'),
  brief: perhaps(pick('brief: true', 'brief: false', 'size: 5, brief: "{brief}"', 'size: "{many!}"')),
});

type RandomRule = typeof rule extends fc.Arbitrary<infer R> ? R : never;

/** The YAML of a rule. */
function written(one: RandomRule, i: number): string {
  const { subject: s, mode, brief, rest, ...elements } = one;
  const inner = s && [
    s.type && `$type: "k:${s.type}"`,
    s.id && `id: ${s.id}`,
    s.type && s.size && `size: ${s.size}`,
    s.rest,
  ];
  const absent = rest.includes('word') && one.word !== undefined ? '$rest: none' : rest;
  const members = [
    mode && `"@mode": ${mode}`,
    inner && `subject: { ${inner.filter(Boolean).join(', ')} }`,
    ...Object.entries(elements).map(([name, value]) => value && `${name}: ${value}`),
    absent,
  ];
  const request = `request: { Ask: { ${members.filter(Boolean).join(', ')} } }`;
  const headers = brief ? `headers: { preferences: { ${brief} } }, ` : '';
  return `  - { id: r${i}, rest: { request: "GET /r${i}", response: { body: { answer: "{answer}" } } }, soap: { ${headers}${request}, response: { AskResponse: { answer: "{answer}" } } } }`;
}

export const tables = fc.array(rule, { minLength: 2, maxLength: 12 }).map((rules) => rules.map(written));

const text = (name: string, values: fc.Arbitrary<string>) =>
  perhaps(values.map((value) => `<k:${name}>${value}</k:${name}>`));

const subjects = fc
  .record({
    type: pick(
      'xsi:type="k:Bin"',
      `xsi:type=" k:BigBin "`,
      'xsi:type="p:Person" xmlns:p="urn:kinds"',
      'xsi:type="Bin" xmlns="urn:kinds"',
      'xsi:type="k:None"',
      '',
    ),
    id: text('id', pick('x1', 'b:2', '', ' x1 ')),
    size: text('size', pick('7', '7', '08', '8', '<!-- c -->7', '7', 'x')),
  })
  .map(({ type, id, size }) => `<k:subject ${type}>${id ?? ''}${size ?? ''}</k:subject>`);

const body = fc.record({
  mode: perhaps(pick('a', ' b ', '&#97;')),
  parts: fc.tuple(
    perhaps(subjects),
    perhaps(
      pick(
        '<k:word>red</k:word>',
        '<k:word> bl<![CDATA[ue]]></k:word>',
        '<k:word xsi:nil="1"/>',
        '<k:word>green</k:word>',
      ),
    ),
    text('flag', pick('true', '1', '0', 'false', 'no')),
    text('usual', pick('plain', '', 'other')),
    perhaps(
      pick(
        '<k:item>1</k:item>',
        '<k:item>01</k:item><k:item>2</k:item>',
        '<k:item>3</k:item><k:item>2</k:item><k:item>1</k:item>',
      ),
    ),
    perhaps(
      pick(
        '<k:several xsi:type="k:Bin"><k:size>7</k:size></k:several>',
        '<k:several xsi:type="k:Bin"><k:size>7</k:size></k:several><k:several xsi:type="k:Person"><k:size>8</k:size></k:several>',
        '<k:several xsi:type="k:Person"/><k:several xsi:type="k:Person"><k:id>x1</k:id></k:several>',
        '<k:several><k:id>x1</k:id></k:several>',
      ),
    ),
    perhaps(
      pick(
        '<k:ref kind="k">r</k:ref>',
        '<k:ref>r</k:ref>',
        '<k:ref number="1.50"> r </k:ref>',
        '<k:ref kind="" number="x"/>',
      ),
    ),
    perhaps(pick('<k:loose><k:a>1</k:a><k:b>2</k:b></k:loose>', '<k:loose/>')),
  ),
  wrong: perhaps(pick('<k:word>red</k:word>', '<k:what/>', '&what;'), 12),
});

const preferences = (e: string) =>
  perhaps(
    fc.tuple(
      pick('', ` e:${e}="elsewhere"`),
      pick(
        '<k:brief>1</k:brief>',
        '<k:brief>false</k:brief>',
        '<k:size>5</k:size>',
        '<k:brief>true</k:brief><k:size>6</k:size>',
      ),
    ),
  );

export interface RandomMessage {
  readonly version: '1.1' | '1.2';
  readonly text: string;
}

export const messages = fc
  .record({
    version: pick<RandomMessage['version']>('1.1', '1.2'),
    body,
    one: preferences('actor'),
    two: preferences('role'),
    before: pick('', '<o:Other xmlns:o="urn:o"/>'),
  })
  .map(({ version, body: { mode, parts, wrong }, one, two, before }): RandomMessage => {
    const block = (version === '1.1' ? one : two)?.map((part) => part) as [string, string] | undefined;
    const header = block ? `<e:Header>${before}<k:Preferences${block[0]}>${block[1]}</k:Preferences></e:Header>` : '';
    const ask = `<k:Ask${mode ? ` mode="${mode}"` : ''}>${parts.filter(Boolean).join('\n')}${wrong ?? ''}</k:Ask>`;
    const ns = `xmlns:e="${version === '1.1' ? SOAP11_NS : SOAP12_NS}" xmlns:k="urn:kinds" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
    return { version, text: `<e:Envelope ${ns}>${header}<e:Body>${ask}</e:Body></e:Envelope>` };
  });
