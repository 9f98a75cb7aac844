// `soapstone test`: the cases of mappings, each in both directions, and the laws of their pairs of functions, offline.
import { folderOutcomes } from '../case-runner/case-runner.ts';
import { type Finding, problemFindings } from '../findings/finding.ts';
import { tryPair } from '../mapping/cases/pair-laws.ts';
import { type LoadOptions, mappingFolder } from '../mapping/load.ts';
import { readModule } from '../mapping/module-functions.ts';
import type { Format } from './output/format.ts';
import { OK, PROBLEMS } from './report.ts';
import { countsOf, NO_CASES, printSummary, printTested, type TestedMapping } from './test-report.ts';

/** Tables and case files with problems count as one failure each. A mapping without cases is a failure too. */
export async function test(
  dirs: readonly string[],
  options: LoadOptions = {},
  format: Format = 'text',
): Promise<number> {
  const all: TestedMapping[] = [];
  for (const dir of dirs) {
    const tested = await testOne(dir, options);
    all.push(tested);
    if (format === 'text') printTested(tested);
  }
  printSummary(all, format);
  return countsOf(all).failed === 0 ? OK : PROBLEMS;
}

async function testOne(mapping: string, options: LoadOptions): Promise<TestedMapping> {
  try {
    const folder = mappingFolder(mapping);
    const cases = await folderOutcomes(folder, options);
    if (cases.length === 0) return { mapping, problems: [noCases(folder)], cases, pairs: [] };
    const pairs = [...(await readModule(folder))].map(([name, pair]) => tryPair(name, pair));
    return { mapping, problems: [], cases, pairs };
  } catch (error) {
    return { mapping, problems: problemFindings(error), cases: [], pairs: [] };
  }
}

function noCases(mapping: string): Finding {
  const message = `no cases in ${mapping}/cases: write them with soapstone init CONTRACT -o ${mapping} --cases, or soapstone record ${mapping}`;
  return { level: 'error', code: NO_CASES, message, line: message };
}
