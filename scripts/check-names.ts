// Refuses everyday words as names that others see: exported declarations and fields. Prints the share of such words among all declarations.
// `--list`: every one of them, as `file<TAB>line<TAB>name<TAB>local | field | exported<TAB>text of the line`. Run by `npm run check:names`.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Words that say nothing of what a thing is; docs/glossary.md has the field's own. */
const BANNED = new Set(
  `again asked aside before behind beside beyond done found given held kept known made meant more most named one ones only other others own
  said seen sent shown taken told wanted what where which whole why word words written`.split(/\s+/),
);
/** Fields of the mapping language, of settings, of standards and of libraries, whose names are not ours to choose. */
const GIVEN_BY_OTHERS = new Set(['asked', 'known', 'more', 'only']);
/** Most of them among all declarations. */
const MOST = 0.01;

interface Found {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: 'local' | 'field' | 'exported';
  readonly text: string;
}

type Named = ts.Node & { readonly name?: ts.Node };

function isDeclaration(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    isField(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node)
  );
}

function isField(node: ts.Node): boolean {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isGetAccessor(node)
  );
}

function kindOf(node: ts.Node): Found['kind'] {
  if (isField(node)) return 'field';
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? 'exported' : 'local';
}

let total = 0;
const found: Found[] = [];
for (const file of globSync('src/**/*.ts')) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const lines = source.text.split('\n');
  const visit = (node: ts.Node): void => {
    const { name } = node as Named;
    if (isDeclaration(node) && name !== undefined && ts.isIdentifier(name)) {
      total++;
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      if (BANNED.has(name.text.toLowerCase()))
        found.push({ file, line: line + 1, name: name.text, kind: kindOf(node), text: lines[line].trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

if (process.argv.includes('--list'))
  for (const one of found)
    process.stdout.write(`${one.file}\t${one.line}\t${one.name}\t${one.kind}\t${one.text.slice(0, 150)}\n`);
else {
  const refused = found.filter(({ kind, name }) => kind !== 'local' && !GIVEN_BY_OTHERS.has(name));
  for (const { file, line, name, kind } of refused)
    process.stderr.write(
      `${file}:${line}: the ${kind === 'field' ? 'field' : 'exported name'} "${name}" says nothing of what it is\n`,
    );
  const share = found.length / total;
  process.stdout.write(`${found.length} of ${total} declarations (${(share * 100).toFixed(1)} %) are everyday words\n`);
  process.exitCode = refused.length > 0 || share > MOST ? 1 : 0;
}
