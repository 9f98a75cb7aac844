// What a search finds: the record types of each, the fields that criteria of another name mean, and the joins. Knows nothing about SQL.
import type { Catalog } from '../store/catalog.ts';
import { CUSTOM_RECORDS } from '../store/customizations.ts';
import { TRANSACTIONS } from '../store/record-rules.ts';

/** Types of records that `CustomerSearch`, `ItemSearch`, … find; by the name in front of `Search`. */
export function typesOf(subject: string, catalog: Catalog): readonly string[] {
  if (subject === 'Item') return ['assemblyItem'];
  if (subject === 'Transaction') return Object.keys(TRANSACTIONS);
  if (subject === 'CustomRecord') return CUSTOM_RECORDS;
  const name = subject.charAt(0).toLowerCase() + subject.slice(1);
  return catalog.ofName(name) ? [name] : [];
}

/** Criteria → fields of the record; `list/element/field` for fields of lines. Others have the same name, or that with `List`. */
export const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Account: {
    name: 'acctName',
    number: 'acctNumber',
    type: 'acctType',
    generalRateType: 'generalRate',
    cashFlowRateType: 'cashFlowRate',
    category1099Misc: 'category1099misc',
    accountingContext: 'localizationsList/accountLocalizations/accountingContext',
    locale: 'localizationsList/accountLocalizations/locale',
    localizedName: 'localizationsList/accountLocalizations/acctName',
    localizedNumber: 'localizationsList/accountLocalizations/acctNumber',
    localizedLegalName: 'localizationsList/accountLocalizations/legalName',
  },
  AccountingPeriod: { allowNonGlChanges: 'allowNonGLChanges' },
  Bin: { inactive: 'isInactive' },
  BillingAccount: { dateCreated: 'createdDate' },
  BillingSchedule: { type: 'scheduleType' },
  Bom: { restrictToAssemblies: 'restrictToAssembliesList', restrictToLocations: 'restrictToLocationsList' },
  CalendarEvent: {
    attendee: 'attendeeList/attendee/attendee',
    response: 'attendeeList/attendee/response',
    resource: 'resourceList/resource/resource',
  },
  Campaign: { promoCode: 'promotionCode', item: 'itemList', channel: 'campaignEventList/campaignEvent/channel' },
  Customer: {
    address: 'addressbookList/addressbook/label',
    creditHold: 'creditHoldOverride',
    custStatus: 'entityStatus',
    salesTeamMember: 'salesTeamList/salesTeam/employee',
    subsidiary: 'subsidiary',
  },
  Employee: {
    address: 'addressbookList/addressbook/label',
    birthDay: 'birthDate',
    offlineAccess: 'hasOfflineAccess',
    positionTitle: 'title',
    role: 'rolesList/roles/selectedRole',
    salesRep: 'isSalesRep',
    supportRep: 'isSupportRep',
  },
  File: {
    availableWithoutLogin: 'isOnline',
    created: 'createdDate',
    documentSize: 'fileSize',
    isAvailable: 'isOnline',
    modified: 'lastModifiedDate',
  },
  Folder: { predecessor: 'parent', private: 'isPrivate' },
  ManufacturingCostTemplate: { item: 'costDetailList/costDetail/item' },
  SiteCategory: { name: 'itemId' },
  SupportCase: { closedDate: 'endDate', lastMessage: 'lastMessageDate', message: 'incomingMessage', number: 'caseNumber' },
  TimeBill: {
    approved: 'supervisorApproval',
    billable: 'isBillable',
    date: 'tranDate',
    dateCreated: 'createdDate',
    lastModified: 'lastModifiedDate',
    payItem: 'payrollItem',
    type: 'timeType',
  },
  Item: { created: 'createdDate', location: 'locationsList/locations/location' },
  Transaction: {
    dateCreated: 'createdDate',
    number: 'tranId',
    transactionNumber: 'tranId',
    totalAmount: 'total',
    amount: 'total',
    memoMain: 'memo',
    mainName: 'entity',
    bom: 'billOfMaterials',
    bomRevision: 'billOfMaterialsRevision',
    terms: 'terms',
  },
};

/** Criteria that refer to the record itself. */
export const SELF: Readonly<Record<string, string>> = { SiteCategory: 'name' };

/** The record of the join is the one that `by` names, or one that names this record in `from`. */
export interface Join {
  readonly of: string;
  readonly by?: readonly string[];
  readonly from?: readonly string[];
}

export const JOINS: Readonly<Record<string, Readonly<Record<string, Join>>>> = {
  Customer: {
    billingAccountJoin: { of: 'BillingAccount', from: ['customer'] },
    eventJoin: { of: 'CalendarEvent', from: ['company'] },
    parentCustomerJoin: { of: 'Customer', by: ['parent'] },
    subCustomerJoin: { of: 'Customer', from: ['parent'] },
    transactionJoin: { of: 'Transaction', from: ['entity'] },
  },
  Transaction: {
    accountingPeriodJoin: { of: 'AccountingPeriod', by: ['postingPeriod'] },
    bomJoin: { of: 'Bom', by: ['billOfMaterials'] },
    bomRevisionJoin: { of: 'BomRevision', by: ['billOfMaterialsRevision'] },
    createdFromJoin: { of: 'Transaction', by: ['createdFrom'] },
    customerJoin: { of: 'Customer', by: ['entity'] },
    customerMainJoin: { of: 'Customer', by: ['entity'] },
    itemJoin: { of: 'Item', by: ['item', 'assemblyItem', 'itemList/item/item'] },
  },
  Item: {
    parentJoin: { of: 'Item', by: ['parent'] },
    transactionJoin: { of: 'Transaction', from: ['item', 'assemblyItem'] },
  },
  Bom: {
    revisionJoin: { of: 'BomRevision', from: ['billOfMaterials'] },
    transactionJoin: { of: 'Transaction', from: ['billOfMaterials'] },
  },
  BomRevision: {
    billOfMaterialsJoin: { of: 'Bom', by: ['billOfMaterials'] },
    transactionJoin: { of: 'Transaction', from: ['billOfMaterialsRevision'] },
  },
  Employee: { timeJoin: { of: 'TimeBill', from: ['employee'] } },
  Folder: { fileJoin: { of: 'File', from: ['folder'] } },
  Note: {
    authorJoin: { of: 'Employee', by: ['author'] },
    customerJoin: { of: 'Customer', by: ['entity'] },
    itemJoin: { of: 'Item', by: ['item'] },
    transactionJoin: { of: 'Transaction', by: ['transaction'] },
  },
  SupportCase: {
    customerJoin: { of: 'Customer', by: ['company'] },
    employeeJoin: { of: 'Employee', by: ['assigned'] },
    itemJoin: { of: 'Item', by: ['item'] },
  },
  TimeBill: {
    customerJoin: { of: 'Customer', by: ['customer'] },
    employeeJoin: { of: 'Employee', by: ['employee'] },
    itemJoin: { of: 'Item', by: ['item'] },
  },
  CalendarEvent: {
    attendeeCustomerJoin: { of: 'Customer', by: ['attendeeList/attendee/attendee'] },
    transactionJoin: { of: 'Transaction', by: ['transaction'] },
  },
};
