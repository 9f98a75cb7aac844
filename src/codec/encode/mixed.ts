// Content as `$mixed`: the order of the items is that of the children, checked against the content model.
import { stringValue } from '../../json/text.ts';
import { ARRAY, OBJECT, STRING } from '../../json/value.ts';
import { kindAt, nextNode } from '../../json/walk.ts';
import { clark } from '../../xml/reader/names.ts';
import { find } from '../fast-path/tape-reader.ts';
import { accept, advance, type Cursor, canEnd, childProblem, endProblem, jsonName } from '../model/cursor.ts';
import { Run, Runs } from '../model/runs.ts';
import type { ElementTable, PositionTable, TypeTable } from '../model/tables.ts';
import { UntypedEncoder } from './untyped.ts';

export abstract class MixedEncoder extends UntypedEncoder {
  private readonly runs = new Runs((position) => new Run(position));

  protected mixed(table: TypeTable, node: number, object: number): void {
    const cursors: Cursor[] = [{ level: table.level, pos: -1, count: 0, usedPositions: [], run: undefined }];
    if (node >= 0) this.mixedItems(node, cursors);
    for (let c = cursors.pop(); c !== undefined; c = cursors.pop()) {
      if (canEnd(c)) continue;
      const { code, message } = endProblem(c, jsonName);
      this.fail(code, message, node < 0 ? object : node);
    }
  }

  protected mixedItems(node: number, cursors: Cursor[]): void {
    const tape = this.tape!;
    if (kindAt(tape, node) !== ARRAY) this.fail('CODEC_TYPE', 'expected an array', node);
    for (let item = node + 1; item < nextNode(tape, node); item = nextNode(tape, item)) {
      if (kindAt(tape, item) === STRING) this.text(item);
      else if (kindAt(tape, item) !== OBJECT) this.fail('CODEC_TYPE', 'expected a string or an object', item);
      else this.mixedChild(item, cursors);
    }
  }

  protected mixedChild(item: number, cursors: Cursor[]): void {
    const tape = this.tape!;
    const loose = this.nameMember(item);
    if (loose !== undefined) {
      const p = this.step(cursors, clark(loose), loose.ns, loose.local, item);
      return this.anyElement(p.wildcard, item);
    }
    if (nextNode(tape, item) === item + 1 || nextNode(tape, item + 2) !== nextNode(tape, item))
      this.fail('CODEC_TYPE', 'expected an object with one member', item);
    const { element, name } = this.elementByKey(cursors, item);
    this.step(cursors, name, element.decl.name.ns, stringValue(tape, item + 1), item);
    this.element(element, item + 2);
  }

  /** The element that a member name stands for, in the innermost level that has it. */
  protected elementByKey(cursors: Cursor[], item: number): { element: ElementTable; name: string } {
    const key = stringValue(this.tape!, item + 1);
    for (let i = cursors.length - 1; i >= 0; i--) {
      const element = find(cursors[i].level!, key);
      if (element === undefined) continue;
      const value = item + 2;
      const inner = element.substitutes === undefined ? undefined : this.substituteKey(element, value);
      return { element, name: inner ?? element.key };
    }
    this.fail('CODEC_UNKNOWN', `"${key}" is not a member`, item + 2);
  }

  protected substituteKey(element: ElementTable, value: number): string | undefined {
    const tape = this.tape!;
    if (kindAt(tape, value) !== OBJECT || nextNode(tape, value) === value + 1) return undefined;
    const key = stringValue(tape, value + 1);
    for (const [name, s] of element.substitutes!) if (s.key === key) return name;
    return undefined;
  }

  /** Moves the innermost possible cursor over a child. `label`: its name in JSON. */
  protected step(cursors: Cursor[], key: string, ns: string, label: string, item: number): PositionTable {
    for (;;) {
      const c = cursors[cursors.length - 1];
      const candidate = accept(c, key, ns);
      if (candidate === undefined) {
        if (cursors.length > 1 && canEnd(c)) {
          this.runs.end(c);
          cursors.pop();
          continue;
        }
        const { code, message } = childProblem(c, { key, ns, local: label }, jsonName);
        this.fail(code, message, item);
      }
      this.runs.take(c, candidate.position);
      advance(c, candidate.position);
      if (candidate.position.groupLevel === undefined) return candidate.position;
      cursors.push({ level: candidate.position.groupLevel, pos: -1, count: 0, usedPositions: [], run: undefined });
    }
  }

  protected abstract element(element: ElementTable, node: number): void;
}
