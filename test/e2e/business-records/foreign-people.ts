// Who may begin a session of the gateway in front of a record API of somebody else.
/** Callers that the settings of the gateway have. */
export const people = [
  { email: 'ada@example.com', password: { env: 'FOREIGN_ADA' }, account: 'ACME', user: '9', name: 'Ada' },
  {
    partner: 'p1',
    partnerToken: { env: 'FOREIGN_PARTNER' },
    account: 'ACME',
    partnerUser: 'u',
    user: '9',
    name: 'Ada',
  },
];
export const secrets = { FOREIGN_ADA: 'a word', FOREIGN_PARTNER: 'a token' };
