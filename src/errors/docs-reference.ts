// Pages of the documentation that messages and tables of the program name. `soapstone docs` prints them, wherever it is installed.

/** Pages by the names of their files, and headings. A test looks each of them up. */
export const DOCS_REFERENCES = [
  'attachments#octets-as-the-body-of-rest',
  'cases',
  'credentials',
  'credentials#in-the-table',
  'credentials#ws-security',
  'dialect',
  'faults#a-wrong-password',
  'limits',
  'limits#several-calls-for-one',
  'mapping',
  'mapping#calls',
  'mapping#failure-inside-a-response',
  'mapping#soap-header-parts',
  'mapping#jobs',
  'mapping#pages',
] as const;

export type DocsReference = (typeof DOCS_REFERENCES)[number];

/** What stands before a reference in texts. */
export const DOCS_COMMAND = 'soapstone docs';

/** The command that prints it. */
export function docsCommand(reference: DocsReference): string {
  return `${DOCS_COMMAND} ${reference}`;
}
