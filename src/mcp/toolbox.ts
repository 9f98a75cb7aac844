// All tools of a table: found by name, listed in pages.
import type { Tool as ToolDescription } from '@modelcontextprotocol/server';
import { SoapstoneError } from '../errors/errors.ts';
import { suggestKey } from '../errors/suggest.ts';
import { inSlices, type Steps } from '../event-loop/time-slices.ts';
import type { Mapping, MappingRule } from '../mapping/model/mapping.ts';
import { compileAll } from '../mapping/runtime/deferred-rule.ts';
import { shapeOf } from '../openapi/export/paths.ts';
import { Schemas } from '../openapi/export/schemas.ts';
import { RuleTool } from './tool.ts';
import { toolNames } from './tool-names.ts';

/** Bounds of one page of a list. */
const PAGE_TOOLS = 50;
const PAGE_SIZE = 256 * 1024;

type ToolPage = { readonly tools: ToolDescription[]; readonly nextCursor?: string };

export class Toolbox {
  private readonly tools: readonly RuleTool[];
  private readonly byName: ReadonlyMap<string, RuleTool>;

  static async of(mapping: Mapping, rules: readonly MappingRule[]): Promise<Toolbox> {
    await compileAll(rules);
    return new Toolbox(mapping, rules);
  }

  private constructor(mapping: Mapping, rules: readonly MappingRule[]) {
    const schemas = new Schemas(mapping, new Set());
    const groups = groupsOf(rules, mapping.base);
    const names = toolNames(groups.map(nameOf));
    this.tools = groups.map((group, i) => new RuleTool(names[i], group, mapping, schemas));
    this.byName = new Map(this.tools.map((tool) => [tool.name, tool]));
  }

  /** Throws SoapstoneError NOT_FOUND. */
  find(name: string): RuleTool {
    const tool = this.byName.get(name);
    if (tool) return tool;
    const suggestion = suggestKey(name, this.byName.keys()) ?? 'tools/list has their names';
    throw new SoapstoneError('NOT_FOUND', `there is no tool "${name.slice(0, 100)}"; ${suggestion}`);
  }

  /** `cursor`: of an earlier page. `mayUse`: tools of other rules are left out. Rejects with SoapstoneError TOOL_ARGUMENT where it is none. */
  async list(cursor: string | undefined, mayUse: (rule: MappingRule) => boolean = () => true): Promise<ToolPage> {
    return inSlices(this.page(cursor === undefined ? 0 : this.indexOf(cursor), mayUse));
  }

  private *page(from: number, mayUse: (rule: MappingRule) => boolean): Steps<ToolPage> {
    const tools: ToolDescription[] = [];
    let at = from;
    for (let size = 0; at < this.tools.length && tools.length < PAGE_TOOLS && size < PAGE_SIZE; at++) {
      if (!this.tools[at].rules.some(mayUse)) continue;
      const description = this.tools[at].describe();
      size += JSON.stringify(description).length;
      tools.push(description);
      yield;
    }
    return at < this.tools.length ? { tools, nextCursor: this.tools[at].name } : { tools };
  }

  private indexOf(cursor: string): number {
    const at = this.tools.findIndex(({ name }) => name === cursor);
    if (at < 0) throw new SoapstoneError('TOOL_ARGUMENT', 'this is not a cursor of tools/list');
    return at;
  }
}

/** Jobs of one table may share the paths of their status and result. */
function groupsOf(rules: readonly MappingRule[], tableBase: string): MappingRule[][] {
  const groups = new Map<string, MappingRule[]>();
  for (const rule of rules) {
    const { job, base = tableBase, line } = rule.restSide;
    const key = job?.shared ? `${line.value.method} ${shapeOf(base, line.value)}` : `rule ${rule.id}`;
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups.values()];
}

function nameOf([rule, ...others]: readonly MappingRule[]): string {
  return others.length > 0 ? `job.${rule.restSide.job?.phase}` : rule.id;
}
