// Rules of inference: nouns, their plurals, and words that say nothing about them.

import type { Language } from './verbs.ts';

/** Words after a verb that name no resource. */
export const notNouns: readonly string[] = ['more', 'next', 'previous', 'all', 'list', 'by', 'with', 'and', 'or'];

/** Names of what a read without inputs asks for, where it answers a collection: `describeGlobal`. */
export const everythingWords: readonly string[] = ['global', 'everything', 'directory'];

/** First words that say how many: `CreateMultipleOrders` adds to orders. */
export const quantityWords: readonly string[] = ['multiple', 'several', 'many', 'bulk', 'varias', 'varios'];

/** Words between what is asked for and what it belongs to, or is found by. */
export const byWords: readonly string[] = [
  'by',
  'for',
  'of',
  'from',
  'with',
  'in',
  'on',
  'to',
  'por',
  'para',
  'par',
  'pour',
  'nach',
  'fuer',
  'per',
];

/** Those of them after which a value of what is found stands, or of what it belongs to. */
export const selectingWords: readonly string[] = ['by', 'por', 'par', 'nach'];

/** Words of their own, not a word and `by`. */
export const endsInBy: readonly string[] = ['nearby', 'standby', 'thereby', 'whereby', 'hereby', 'passerby'];

/** Words at the ends of names of operations and ports that say nothing. */
export const emptyWords: readonly string[] = [
  'soap',
  'soap11',
  'soap12',
  'service',
  'services',
  'port',
  'type',
  'binding',
  'interface',
  'webservice',
  'web',
  'ws',
  'api',
  'http',
  'https',
  'basic',
  'endpoint',
  'header',
  'request',
  'operation',
  'bean',
  'impl',
  'pt',
];

/** Words at the ends of names of operations that say nothing. A type, a port or an interface may be what is asked for. */
export const emptyEnds: readonly string[] = [
  'soap',
  'soap11',
  'soap12',
  'service',
  'services',
  'webservice',
  'ws',
  'request',
  'operation',
  'rq',
  'rs',
];

/** Words before `list` that make it a thing of its own: `GetPriceList`. */
export const listThings: readonly string[] = [
  'price',
  'mailing',
  'distribution',
  'play',
  'wish',
  'shopping',
  'packing',
  'pick',
  'picking',
  'waiting',
  'black',
  'white',
  'block',
  'allow',
  'deny',
  'check',
];

/** Plurals that end otherwise than in s, es or ies. */
export const plurals: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  index: 'indexes',
  matrix: 'matrices',
  criterion: 'criteria',
  datum: 'data',
  analysis: 'analyses',
};

/** Ends of words and of their plurals, by language: the first that fits. A word that none fits stays as it is. */
export const pluralEnds: Readonly<Record<Language, readonly (readonly [end: string, plural: string])[]>> = {
  spanish: [
    ['s', 's'],
    ['z', 'ces'],
    ...['a', 'e', 'i', 'o', 'u'].map((vowel) => [vowel, `${vowel}s`] as const),
    ...['d', 'j', 'l', 'n', 'r', 'y'].map((end) => [end, `${end}es`] as const),
  ],
  portuguese: [
    ...[['s', 's'] as const, ['ão', 'ões'] as const, ['cao', 'coes'] as const, ['m', 'ns'] as const],
    ...['a', 'e', 'i', 'o', 'u'].map((vowel) => [vowel, `${vowel}s`] as const),
    ...['r', 'z'].map((end) => [end, `${end}es`] as const),
  ],
  italian: [
    ['zione', 'zioni'],
    ['io', 'i'],
    ['o', 'i'],
    ['nte', 'nti'],
    ['ine', 'ini'],
    ['ra', 're'],
    ['za', 'ze'],
  ],
  french: [
    ...['s', 'x', 'z'].map((end) => [end, end] as const),
    ['eau', 'eaux'],
    ...['e', 't', 'n', 'r', 'é', 'd', 'i'].map((end) => [end, `${end}s`] as const),
  ],
  german: [...['ung', 'heit', 'keit', 'schaft', 'ion', 'tät'].map((end) => [end, `${end}en`] as const), ['e', 'en']],
  dutch: [...['ing', 'heid'].map((end) => [end, `${end}en`] as const), ['tie', 'ties'], ['er', 'ers']],
  polish: [],
};

/** Last words of names without a verb that say what of a resource is asked for: `orderStatus`. */
export const aspectWords: readonly string[] = [
  ...['info', 'information', 'data', 'detail', 'details', 'record', 'profile', 'summary', 'overview'],
  ...['status', 'state', 'history', 'balance', 'price', 'prices', 'rate', 'rates', 'availability', 'location'],
  ...['position', 'weather', 'forecast', 'statement', 'report', 'count', 'total', 'name', 'address', 'image'],
  ...['items', 'lines', 'entries', 'documents', 'members', 'transactions', 'payments'],
];

/** Those of them that stand for the whole: `vehicleInfo`. */
export const wholeWords: readonly string[] = ['info', 'information', 'data', 'detail', 'details', 'record', 'profile'];

/** Last words of nouns that say nothing but that more is known of what stands before them. */
export const informingWords: readonly string[] = ['info', 'information', 'details'];

/** Names of objects that hold what is changed, whatever it is: `SetEngineInput(configuration, …)`. */
export const holdingWords: readonly string[] = ['configuration', 'data', 'details', 'info', 'record', 'settings'];

/** Words that end like a plural, and are none. */
export const endsInAs: readonly string[] = ['atlas', 'alias', 'canvas', 'bias', 'gas', 'pancreas', 'has', 'was', 'as'];

/** Words that are their own plural. */
export const unchanged: readonly string[] = [
  'data',
  'information',
  'info',
  'weather',
  'news',
  'metadata',
  'series',
  'people',
  'children',
  'criteria',
  'content',
  'history',
  'count',
  'software',
  'equipment',
  ...['aircraft', 'baggage', 'cattle', 'fish', 'furniture', 'livestock', 'luggage', 'sheep', 'species'],
  'money',
  'media',
  'multiple',
  'simple',
];

/** Last words of nouns that are one thing although a read of it answers a list: `GetCalendar` answers events. */
export const holderWords: readonly string[] = [
  'list',
  'log',
  'book',
  'calendar',
  'schedule',
  'catalog',
  'catalogue',
  'report',
  'summary',
  'tree',
  'menu',
  'inventory',
  'matrix',
  'table',
  'statement',
  'hierarchy',
  'status',
  'state',
  'configuration',
  'settings',
  'basket',
  'cart',
  'queue',
];
