// JUnit's XML as Jenkins, GitLab and others read it: testsuites, testsuite, testcase, failure.

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  /** Absent: it passed. */
  readonly failure?: { readonly message: string; readonly type: string; readonly text: string };
}

export function junitOf(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="soapstone" ${countsOf(all)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases }: JunitSuite): string[] {
  const lines = cases.flatMap((one) => caseLines(name, one));
  return [`  <testsuite name="${escaped(name)}" ${countsOf(cases)}>`, ...lines, '  </testsuite>'];
}

function caseLines(suite: string, { name, file, line, failure }: JunitCase): string[] {
  const place = file === undefined ? '' : ` file="${escaped(file)}" line="${line}"`;
  const start = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}"${place}`;
  if (failure === undefined) return [`${start}/>`];
  const { message, type, text } = failure;
  const element = `<failure message="${escaped(message)}" type="${escaped(type)}">${escaped(text)}</failure>`;
  return [`${start}>`, `      ${element}`, '    </testcase>'];
}

function countsOf(cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="0"`;
}

/** Characters that XML 1.0 §2.2 does not have, not even as references, become a replacement character. */
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** What readers would normalize (XML 1.0 §2.11, §3.3.3), and what a terminal obeys. */
const REFERRED = /[\t\n\r\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** For text and for values in double quotes; every character stays, as a reference where it must. */
function escaped(text: string): string {
  return text
    .replace(REFUSED, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(REFERRED, (character) => `&#${character.charCodeAt(0)};`);
}
