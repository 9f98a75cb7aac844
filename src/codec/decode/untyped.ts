// Mixed content, elements of wildcards and of type anyType.

import type { ElementDecl } from '../../contract/model/model.ts';
import { appendJsonString } from '../../json/escape.ts';
import { UNSIGNED_NS } from '../../xml/reader/names.ts';
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { type Frame, UNTYPED } from '../model/frame.ts';
import type { Action } from '../model/shaped.ts';
import type { ElementTable, PositionTable, TypeTable } from '../model/tables.ts';
import { AttributeDecoder } from './attributes.ts';
import { CLOSE, CLOSE_LIST, COMMA, MIXED_KEY, NAME_KEY, OPEN, QUOTE, SKIPPED, VALUE_KEY } from './literals.ts';

export abstract class UntypedDecoder extends AttributeDecoder {
  protected enterMixed(f: Frame, owner: Frame, p: PositionTable): undefined {
    this.flushText(owner);
    f.count = f.pos === p.index ? f.count + 1 : 1;
    f.pos = p.index;
    if (f.level!.unordered) f.usedPositions[p.index] = true;
    if (p.groupLevel !== undefined) return undefined;
    this.mixedItem(owner);
    if (p.wildcard === undefined) {
      this.out.push(OPEN);
      this.out.append(p.keyBytes);
    }
    return undefined;
  }

  protected mixedItem(f: Frame): void {
    if (f.state === 2) this.out.push(COMMA);
    else {
      this.comma(f);
      this.out.append(MIXED_KEY);
      f.state = 2;
    }
  }

  /** Writes the text before a child or the end of mixed content. */
  protected flushText(f: Frame): void {
    const { value, out } = this;
    if (value.length === 0) return;
    this.noteText(f);
    this.mixedItem(f);
    out.push(QUOTE);
    appendJsonString(value.bytes, 0, value.length, out);
    out.push(QUOTE);
    value.reset();
  }

  protected endMixed(f: Frame): void {
    this.flushText(f);
    if (f.state === 2) this.out.push(CLOSE_LIST);
    this.endPrefixes(f);
    this.out.push(CLOSE);
  }

  protected startWildcard(p: PositionTable, action: Action | undefined, name: ResolvedName): void {
    if (action === SKIPPED) return this.passElement();
    this.untypedElement(name, p.wildcard!.process);
  }

  /** `{ "$name": …, "$value": typed }` for declared elements, `{ "$name": …, … }` for others. */
  protected untypedElement(name: ResolvedName, process: 'strict' | 'lax' | 'skip'): void {
    const { elements } = this.tables.schemas;
    const decl = process === 'skip' ? undefined : (elements.get(name.key) ?? this.unqualified(name));
    if (decl === undefined && process === 'strict' && !this.tolerates('unknown')) {
      const message = `element ${name.key} is not declared in the contract`;
      this.deviate('unknown', 'CODEC_UNKNOWN', message, 'an element that the contract does not declare');
    }
    this.out.push(OPEN);
    this.out.append(NAME_KEY);
    this.out.appendText(JSON.stringify(this.tables.dialect.nameOf(decl?.name ?? name)));
    if (decl === undefined) {
      const g = this.push(UNTYPED, undefined, undefined);
      g.first = false;
      g.state = 1;
      this.untypedAttributes(g);
      return;
    }
    this.out.push(COMMA);
    this.out.append(VALUE_KEY);
    const element = this.tables.element(decl);
    this.open(element.type, undefined, element, false);
    this.top.braces++;
  }

  /** What an element without namespace means, where the contract has one element of this name. */
  private unqualified({ ns, local }: ResolvedName): ElementDecl | undefined {
    if (ns !== '' || !this.deviations.namespaces) return undefined;
    const [decl, ...others] = [...this.tables.schemas.elements.values()].filter(({ name }) => name.local === local);
    return decl !== undefined && others.length === 0 && this.accepts('namespace') ? decl : undefined;
  }

  protected untypedAttributes(f: Frame): void {
    const { attributes } = this.reader;
    if (attributes.declared.length > 0 && f.table === undefined) this.noteDeclarations(f);
    for (let k = 0; k < attributes.count; k++) {
      const name = attributes.names[k];
      if (f.table !== undefined && name.xsi !== '') continue;
      if (f.state === 0) {
        this.out.push(OPEN);
        f.state = 1;
      }
      this.comma(f);
      this.looseAttribute(f, name, k);
    }
  }

  /** What an undeclared element declares is shown, used or not: lists of prefixes (`PrefixList` of exclusive C14N) use some without a colon. */
  private noteDeclarations(f: Frame): void {
    const { declared } = this.reader.attributes;
    for (let d = 0; d < declared.length; d += 2)
      if (declared[d] !== '' && declared[d + 1] !== UNSIGNED_NS)
        f.prefixes = (f.prefixes ?? new Map<string, string>()).set(declared[d], declared[d + 1]);
  }

  protected startInUntyped(f: Frame, name: ResolvedName): void {
    if (f.state === 0) {
      this.out.push(OPEN);
      f.state = 1;
    }
    this.flushText(f);
    this.mixedItem(f);
    this.untypedElement(name, f.table === undefined ? 'skip' : 'lax');
  }

  protected endUntyped(f: Frame): void {
    const { out, value } = this;
    if (f.state === 2) {
      this.flushText(f);
      out.push(CLOSE_LIST);
      this.endPrefixes(f);
      out.push(CLOSE);
      return;
    }
    this.noteText(f);
    if (f.prefixes !== undefined && f.state === 0) this.openText(f);
    if (f.state === 1 && value.length > 0) {
      this.comma(f);
      out.append(VALUE_KEY);
    }
    if (f.state === 0 || value.length > 0) {
      out.push(QUOTE);
      appendJsonString(value.bytes, 0, value.length, out);
      out.push(QUOTE);
      value.reset();
    }
    if (f.state === 1) {
      this.endPrefixes(f);
      out.push(CLOSE);
    }
  }

  /** A text that is an object after all, because it uses prefixes. */
  protected openText(f: Frame): void {
    this.out.push(OPEN);
    f.state = 1;
  }

  protected abstract open(declared: TypeTable, action: Action | undefined, element: ElementTable, bare: boolean): void;
}
