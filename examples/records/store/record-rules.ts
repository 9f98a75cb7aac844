// The rules of the business that no schema says: names, required fields, keys of lines, what refers to what.

/** Which field is the name of a record; `name` where nothing is said. */
const NAMES: Readonly<Record<string, string>> = {
  account: 'acctName',
  accountingPeriod: 'periodName',
  assemblyItem: 'itemId',
  bin: 'binNumber',
  calendarEvent: 'title',
  campaign: 'title',
  customer: 'entityId',
  employee: 'entityId',
  billingAccount: 'idNumber',
  note: 'title',
  siteCategory: 'itemId',
  state: 'fullName',
  supportCase: 'title',
};

/** Transactions: they are numbered, found by TransactionSearch, and their number is their name. */
export const TRANSACTIONS: Readonly<Record<string, { readonly prefix: string; readonly searchType: string }>> = {
  advInterCompanyJournalEntry: { prefix: 'AJE', searchType: '_journal' },
  interCompanyJournalEntry: { prefix: 'IJE', searchType: '_journal' },
  assemblyBuild: { prefix: 'AB', searchType: '_assemblyBuild' },
  assemblyUnbuild: { prefix: 'AU', searchType: '_assemblyUnbuild' },
  binTransfer: { prefix: 'BT', searchType: '_binTransfer' },
  binWorksheet: { prefix: 'BW', searchType: '_binWorksheet' },
  blanketPurchaseOrder: { prefix: 'BPO', searchType: '_blanketPurchaseOrder' },
  check: { prefix: 'CHK', searchType: '_check' },
  customerPayment: { prefix: 'PAY', searchType: '_customerPayment' },
  invoice: { prefix: 'INV', searchType: '_invoice' },
  salesOrder: { prefix: 'SO', searchType: '_salesOrder' },
  workOrder: { prefix: 'WO', searchType: '_workOrder' },
};

export function nameField(type: string): string {
  return Object.hasOwn(TRANSACTIONS, type) ? 'tranId' : (NAMES[type] ?? 'name');
}

/** Each entry is satisfied by one of its fields. */
export const REQUIRED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  account: [['acctName']],
  accountingPeriod: [['periodName'], ['startDate'], ['endDate']],
  assemblyBuild: [['item'], ['quantity']],
  assemblyUnbuild: [['item'], ['quantity']],
  assemblyItem: [['itemId']],
  billingAccount: [['customer']],
  billingSchedule: [['name']],
  bin: [['binNumber'], ['location']],
  bom: [['name']],
  bomRevision: [['name'], ['billOfMaterials']],
  calendarEvent: [['title'], ['startDate']],
  campaign: [['title']],
  campaignResponse: [['entity']],
  classification: [['name']],
  customer: [['companyName', 'lastName', 'entityId']],
  budget: [['account']],
  check: [['account']],
  currency: [['name'], ['symbol']],
  customList: [['name']],
  customerPayment: [['customer']],
  employee: [['lastName', 'entityId']],
  file: [['name'], ['folder']],
  folder: [['name']],
  invoice: [['entity']],
  manufacturingCostTemplate: [['name']],
  note: [['title']],
  salesOrder: [['entity']],
  siteCategory: [['itemId']],
  supportCase: [['title'], ['company']],
  timeBill: [['employee'], ['hours']],
  workOrder: [['assemblyItem'], ['quantity']],
};

/** Set by the service alone. */
export const READ_ONLY: ReadonlySet<string> = new Set(['createdDate', 'lastModifiedDate', 'dateCreated']);

/** Never stored, so that nothing shows it. */
export const WRITE_ONLY: ReadonlySet<string> = new Set(['password', 'password2']);

/** Types of getAll whose first records are values of a list: they come with the account, and may not be changed. */
export const LISTED: ReadonlySet<string> = new Set(['campaignCategory', 'currency', 'leadSource']);

/** Names that only one record of a type may have, and the code of a second one. */
export const UNIQUE = {
  customer: 'UNIQUE_CUST_ID_REQD',
  assemblyItem: 'DUP_ITEM',
  bom: 'DUP_NAME',
  billingSchedule: 'DUP_NAME',
} as const;

/** Fields that tell lines apart: the first that a line has. The lines of all other sublists have no key and are always replaced as a whole. */
export function lineKeys(type: string, sublist: string, fields: ReadonlyMap<string, unknown>): readonly string[] {
  const keys =
    sublist === 'componentList' ? (type === 'bomRevision' ? ['internalId'] : ['item']) : (KEYS[sublist] ?? []);
  return keys.filter((key) => fields.has(key));
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  addressbookList: ['internalId'],
  attendeeList: ['attendee'],
  resourceList: ['resource'],
  campaignDirectMailList: ['internalId'],
  campaignEmailList: ['internalId'],
  campaignEventList: ['internalId'],
  lineList: ['line'],
  itemList: ['orderLine', 'line'],
  milestoneList: ['milestoneId'],
  recurrenceList: ['recurrenceId'],
  binNumberList: ['binNumber'],
  salesTeamList: ['employee'],
  partnersList: ['partner'],
  currencyList: ['currency'],
  customValueList: ['valueId'],
  costDetailList: ['costCategory'],
  rolesList: ['selectedRole'],
  inventoryAssignmentList: ['internalId'],
  taxRegistrationList: ['id'],
};

/** References that are looked up: fields of records and of lines → type of record. */
const TARGETS: Readonly<Record<string, string>> = {
  account: 'account',
  accountingBook: 'accountingBook',
  accountingContext: 'accountingContext',
  assigned: 'employee',
  author: 'employee',
  assemblyItem: 'assemblyItem',
  billOfMaterials: 'bom',
  billOfMaterialsRevision: 'bomRevision',
  billingClass: 'billingClass',
  billingSchedule: 'billingSchedule',
  class: 'classification',
  company: 'customer',
  customer: 'customer',
  employee: 'employee',
  entity: 'customer',
  item: 'assemblyItem',
  postingPeriod: 'accountingPeriod',
  supervisor: 'employee',
};

/** … where a type has others. */
const OF_TYPE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  campaignResponse: { leadSource: 'campaign' },
  file: { folder: 'folder' },
  siteCategory: { parentCategory: 'siteCategory' },
  supportCase: {
    issue: 'supportCaseIssue',
    origin: 'supportCaseOrigin',
    priority: 'supportCasePriority',
    status: 'supportCaseStatus',
    category: 'supportCaseType',
  },
};

/** … and fields whose values come from a list. */
const CHOICES: Readonly<Record<string, string>> = {
  subsidiary: 'subsidiary',
  currency: 'currency',
  location: 'location',
  department: 'department',
  leadSource: 'leadSource',
};

export function targetOf(type: string, field: string): { readonly record?: string; readonly list?: string } {
  if (field === 'parent') return { record: type };
  const record = OF_TYPE[type]?.[field];
  if (record !== undefined) return { record };
  return { record: TARGETS[field], list: CHOICES[field] };
}
