// The custom fields and lists of the account, as getCustomizationId names them.

export interface Customization {
  /** As GetCustomizationType of the contract has it. */
  readonly type: string;
  readonly id: string;
  readonly scriptId: string;
  readonly name: string;
}

export const CUSTOMIZATIONS: readonly Customization[] = [
  { type: 'entityCustomField', id: '201', scriptId: 'custentity_region', name: 'Region' },
  { type: 'entityCustomField', id: '202', scriptId: 'custentity_priority', name: 'Priority' },
  { type: 'entityCustomField', id: '203', scriptId: 'custentity_newsletter', name: 'Newsletter' },
  { type: 'transactionBodyCustomField', id: '211', scriptId: 'custbody_channel', name: 'Sales channel' },
  { type: 'itemCustomField', id: '221', scriptId: 'custitem_wood', name: 'Kind of wood' },
  { type: 'customList', id: '231', scriptId: 'customlist_woods', name: 'Kinds of wood' },
];
