// The words that the seeded data is made of.

export const CITIES: readonly (readonly [city: string, country: string, zip: string])[] = [
  ['Lübeck', '_germany', '23552'],
  ['Aarhus', '_denmark', '8000'],
  ['Göteborg', '_sweden', '41104'],
  ['Bergen', '_norway', '5003'],
  ['Rotterdam', '_netherlands', '3011'],
  ['Antwerpen', '_belgium', '2000'],
  ['Tallinn', '_estonia', '10111'],
  ['Gdańsk', '_poland', '80-001'],
  ['Portland', '_unitedStates', '97201'],
  ['Halifax', '_canada', 'B3H 1A1'],
];
export const FIRST = [
  'Ada',
  'Bo',
  'Carla',
  'Dag',
  'Edda',
  'Finn',
  'Greta',
  'Hans',
  'Ida',
  'Jonas',
  'Karin',
  'Lars',
  'Mia',
  'Nils',
  'Olga',
];
export const LAST = [
  'Ahlers',
  'Berg',
  'Claussen',
  'Dahl',
  'Ek',
  'Falk',
  'Grimm',
  'Holm',
  'Iversen',
  'Jansen',
  'Krogh',
  'Lund',
  'Moen',
  'Nyberg',
  'Ost',
];
export const TRADES = [
  'Interiors',
  'Joinery',
  'Furniture',
  'Trading',
  'Hotels',
  'Schools',
  'Offices',
  'Shipyard',
  'Libraries',
  'Studio',
];
export const WOODS = ['Oak', 'Ash', 'Birch', 'Beech', 'Elm', 'Larch', 'Maple', 'Pine', 'Walnut', 'Cherry'];
export const THINGS = [
  'Table',
  'Chair',
  'Bench',
  'Shelf',
  'Cabinet',
  'Desk',
  'Bed frame',
  'Stool',
  'Wardrobe',
  'Sideboard',
  'Door',
  'Window seat',
];
export const SIZES = ['S', 'M', 'L', 'XL'];
export const MEETINGS = [
  'Delivery of the order',
  'Visit to the workshop',
  'Review of the offer',
  'Choice of the wood',
  'Call about an invoice',
];
export const CAMPAIGNS = ['Spring catalogue', 'Summer outdoors', 'Autumn libraries', 'Winter offices', 'Trade fair'];

/** The first employees. */
export const STAFF = ['Ada Brandt', 'Tove Lind', 'Mats Holm', 'Rike Jansen', 'Piet de Boer', 'Sanna Falk'];

/** Lists of values that records refer to, with the names of their entries: ids are places in the list, from `FIRST_IDS` or 1. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = {
  subsidiary: [
    'Harbour Furniture Group',
    'Harbour Furniture GmbH',
    'Harbour Furniture ApS',
    'Harbour Furniture AB',
    'Harbour Furniture Inc.',
  ],
  currency: ['EUR', 'DKK', 'SEK', 'NOK', 'PLN', 'USD', 'CAD', 'GBP'],
  location: [
    'Lübeck works',
    'Lübeck store',
    'Aarhus store',
    'Göteborg store',
    'Rotterdam hub',
    'Portland store',
    'Halifax store',
  ],
  department: ['Sales', 'Workshop', 'Purchasing', 'Logistics', 'Finance', 'Design', 'Service'],
  employee: STAFF,
  contact: ['Jonas Krogh', 'Mia Dahl', 'Karin Moen', 'Lars Nyberg', 'Ida Ost'],
  terms: ['Net 14', 'Net 30', 'Net 60', 'Due on receipt'],
  priceLevel: ['Base price', 'Trade', 'Large orders'],
  unitsType: ['Pieces', 'Metres', 'Square metres'],
  leadSource: ['Fair', 'Web', 'Recommendation', 'Catalogue'],
  category: ['Private', 'Trade', 'Public'],
  customlist_woods: ['Oak', 'Beech', 'Ash', 'Birch', 'Pine'],
  campaignCategory: ['Mail', 'Fair', 'Web'],
};

/** Contacts are entities, as employees are: no two of them have one id. */
export const FIRST_IDS: Readonly<Record<string, number>> = { contact: 101 };

/** Euro for one unit, by the place of the currency in its list. */
export const EURO = [1, 0.134, 0.094, 0.101, 0.233, 0.893, 0.672, 1.138];
