// The keys of patterns: bodies of messages, their elements and headers.

import { CELL, define, kind, listOf, mapOf, SCALAR, type Schema, text, vocabulary } from './keywords.ts';

const itself: Schema = { $ref: '#/$defs/pattern' };
const patternKind = kind(itself);

export const PATTERN_KEYS = vocabulary(
  'members',
  'Keys of a pattern',
  'An object of a body. All other keys are members.',
  {
    $rest: kind({ type: 'string', pattern: '^(\\{[^{}]+\\}|none|skip)$' })(
      'All members that the pattern does not name, as one placeholder; `none`: there are no others, or it is another message; `skip`: those of a SOAP request are not looked at.',
    ),
    $absent: kind(listOf({ type: 'string' }, 1))('Members that `$rest` must not have.'),
    $add: kind(mapOf(itself))(
      'In a REST response: members that the gateway writes for its clients, whatever a service says.',
    ),
    $each: patternKind('A list, item by item; its placeholders are `{list.field}`.'),
    $type: text('`prefix:Name`: the type in `xsi:type`.'),
  },
  { additionalProperties: itself },
);

export const PATTERN = define('pattern', {
  description: 'A placeholder "{name}", a constant, an object of members, or a list.',
  anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, listOf(itself), PATTERN_KEYS],
});

export const HEADERS = define('headers', {
  anyOf: [
    {
      type: 'object',
      additionalProperties: {
        anyOf: [
          SCALAR,
          {
            type: 'object',
            required: ['$each'],
            additionalProperties: false,
            properties: { $each: { type: 'string' } },
          },
        ],
      },
    },
    CELL,
  ],
});

/** Body elements by name, or the name of an empty element. */
export const ELEMENTS = define('elements', { anyOf: [{ type: ['string', 'null'] }, mapOf(PATTERN)] });

export const pattern = kind(PATTERN);
export const headers = kind(HEADERS);
export const elements = kind(ELEMENTS);
/** Header parts of a SOAP message. */
export const headerParts = kind(mapOf(PATTERN));
