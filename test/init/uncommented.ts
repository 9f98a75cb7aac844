// A first table as it is with what its comments propose.
/** The table with every row in force, and how many there are. */
export function uncommented(text: string): { readonly table: string; readonly rows: number } {
  const replaced = [
    ...text.matchAll(/# [\w ]+: one rule in place of (?:those|that) of ([\w, ]+) \(soapstone docs /g),
  ].flatMap(([, names]) => names.split(/, | and /));
  let rows = 0;
  let isRow = false;
  let isGone = false;
  const lines = text.split('\n').flatMap((line) => {
    const [, indent, inner] = /^( *)# (.*)$/.exec(line) ?? [];
    const begins = /^(?:- id:|- soap:| {2}- (?:soap|forEach):|responses:|tables:)/.test(inner ?? '');
    isRow = inner !== undefined && (begins || (isRow && /^ /.test(inner)));
    if (begins && !/^\w/.test(inner)) rows++;
    if (isRow) return [indent + inner];
    if (/^ {2}\S/.test(line))
      isGone = replaced.some(
        (name) => /^ {2}- \w+ \//.test(line) && line.replace(/ -> \d+$/, '').endsWith(`: ${name}`),
      );
    return isGone && !/^\s*#/.test(line) ? [] : [line];
  });
  return { table: lines.join('\n'), rows };
}
