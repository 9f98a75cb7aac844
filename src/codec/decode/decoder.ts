// XML bytes → JSON bytes: a push machine with an explicit stack over the tables of tables.ts. Knows nothing about SOAP.
import type { Json } from '../../json/value.ts';
import type { ResolvedName } from '../../xml/reader/namespace-context.ts';
import { passOver } from '../../xml/reader/passing.ts';
import { END, EOF, NEED_INPUT, START } from '../../xml/reader/reader.ts';
import { equalAt, scanText, skipSpace } from '../../xml/reader/scan.ts';
import type { SimpleCodec } from '../datatypes/codec.ts';
import { STEPS_PER_BYTE } from '../datatypes/regex/steps.ts';
import type { Decoder } from '../model/codec.ts';
import { accept, canEnd, childProblem, xmlName } from '../model/cursor.ts';
import {
  DOCUMENT,
  type Frame,
  GROUP,
  ITEM,
  MIXED,
  NIL,
  NULL_NAMES,
  OBJECT,
  SHAPE,
  SKIP,
  SPREAD,
  UNTYPED,
  VALUE,
} from '../model/frame.ts';
import { acceptLocal } from '../model/gaps.ts';
import type { Action } from '../model/shaped.ts';
import {
  type Candidate,
  type ElementTable,
  LISTED,
  NOT_HIDDEN,
  type PositionTable,
  type Tables,
} from '../model/tables.ts';
import { appendQuoted, CLOSE, mixedOwner, SKIPPED } from './literals.ts';
import { RunDecoder } from './runs.ts';

export class XmlDecoder extends RunDecoder implements Decoder {
  protected readonly root: ElementTable;
  protected readonly action: Action;
  protected readonly release: (machine: XmlDecoder, read: number, size: number) => void;

  /** `release`: called at the end of a document with its size and that of its values; then the decoder may be restarted. */
  constructor(
    tables: Tables,
    root: ElementTable,
    action: Action,
    release: (machine: XmlDecoder, read: number, size: number) => void,
  ) {
    super(tables);
    this.release = release;
    this.root = root;
    this.action = action;
  }

  write(chunk: Uint8Array): void {
    this.patternSteps += STEPS_PER_BYTE * chunk.length;
    this.guard(() => {
      this.reader.feed(chunk);
      this.run();
      if (this.openRuns().length === 0) this.captures.flush();
    });
  }

  end(): (Json | undefined)[] {
    this.guard(() => {
      this.reader.finish();
      this.run();
      if (!this.isComplete) this.reader.fail('XML_TRUNCATED', 'the document is not complete');
      this.captures.flush();
    });
    if (this.mismatch !== undefined) throw this.mismatch;
    const values = this.captures.values();
    this.release(this, this.reader.offset, this.captures.out.length);
    return values;
  }

  bound(): (Json | undefined)[] {
    if (this.mismatch !== undefined) throw this.mismatch;
    return this.captures.values();
  }

  protected run(): void {
    const { reader } = this;
    for (;;) {
      const f = this.top;
      if (f.kind <= SHAPE && f.owner === undefined && this.predicted(f)) continue;
      const token = f.kind === SKIP ? passOver(reader, f.state) : reader.next();
      if (token === START) this.start(reader.name);
      else if (token === END) this.endElement();
      else if (token === NEED_INPUT) return;
      else if (token === EOF) {
        this.isComplete = this.depth === 0;
        return;
      } else this.characters(reader.text, reader.textStart, reader.textEnd);
    }
  }

  /** Takes the expected next tag without the reader. Changes nothing if another one follows. */
  protected predicted(f: Frame): boolean {
    const { reader } = this;
    if (reader.mode !== 0 || reader.empty) return false;
    const { buf, end } = reader;
    let i = reader.pos;
    if (i < end && buf[i] !== 0x3c) i = skipSpace(buf, i, end);
    if (i + 2 >= end || buf[i] !== 0x3c) return false;
    if (buf[i + 1] === 0x2f) return f.kind !== GROUP && this.predictedEnd(i);
    const level = f.level!;
    const q = level.predict[f.pos + 1];
    if (q < 0) return false;
    const p = level.positions[q];
    const { raw } = p;
    const after = i + 1 + raw.length;
    if (p.rawCtx !== reader.ctx || after >= end || !equalAt(buf, i + 1, raw)) return false;
    if (q === f.pos ? f.count >= p.max : f.pos >= 0 && f.count < level.positions[f.pos].min) return false;
    if (level.unordered && f.usedPositions[q]) return false;
    if (buf[after] === 0x3e) return this.takePredicted(f, p, after + 1);
    return buf[after] === 0x20 && this.takeWithAttributes(f, p, i, after);
  }

  protected predictedEnd(i: number): boolean {
    const { reader } = this;
    const { buf, end } = reader;
    const raw = reader.openName();
    const after = i + 2 + raw.length;
    if (after >= end || buf[after] !== 0x3e || !equalAt(buf, i + 2, raw)) return false;
    reader.pos = after + 1;
    reader.pop();
    this.endElement();
    return true;
  }

  protected takePredicted(f: Frame, p: PositionTable, from: number): boolean {
    const { reader } = this;
    const { leaf } = p;
    if (leaf !== undefined && f.kind !== SHAPE && !f.skipped && this.takeLeaf(f, p, leaf, from)) return true;
    // The tag is open before its place is judged: errors name it, as they do at a first message.
    reader.pos = from;
    reader.attributes.clear();
    reader.push(p.name!);
    const action = this.enter(f, p);
    this.open(p.element!.type, action, p.element!, true);
    return true;
  }

  protected takeWithAttributes(f: Frame, p: PositionTable, at: number, nameEnd: number): boolean {
    if (!this.reader.startKnown(p.name!, at, nameEnd)) return false;
    const action = this.enter(f, p);
    this.open(p.element!.type, action, p.element!, false);
    return true;
  }

  /** `<a>text</a>` as a whole, if it lies in the window and has no references. */
  protected takeLeaf(f: Frame, p: PositionTable, leaf: SimpleCodec, from: number): boolean {
    const { reader } = this;
    const { buf, end } = reader;
    const { raw } = p;
    const stop = scanText(buf, from, end);
    const after = stop + 2 + raw.length;
    if (after >= end || buf[stop] !== 0x3c || buf[stop + 1] !== 0x2f || buf[after] !== 0x3e) return false;
    if (!equalAt(buf, stop + 2, raw) || stop - from > reader.limits.text) return false;
    reader.countElement();
    this.enterObject(f, p);
    reader.pos = after + 1;
    if (leaf.plain) appendQuoted(buf, from, stop, this.out);
    else this.leafValue(leaf, p, from, stop);
    return true;
  }

  protected start(name: ResolvedName): void {
    for (;;) {
      const f = this.top;
      switch (f.kind) {
        case DOCUMENT:
          return this.startRoot(name);
        case UNTYPED:
          return this.startInUntyped(f, name);
        case VALUE:
          return this.startInText(name);
        case NIL:
          return this.fail('CODEC_NIL', 'a nil element is not empty');
      }
      const candidate = accept(f, name.key, name.ns) ?? this.deviating(f, name);
      if (candidate === undefined) {
        if (this.isUnknown(name)) return this.skipElement();
        if (f.kind === GROUP && canEnd(f)) {
          this.endRepetition(f);
          continue;
        }
        if (this.lenient && f.kind !== GROUP) return this.skipUnknown(f, name);
        this.unexpected(f, name);
      }
      if (this.startAt(f, candidate, name)) return;
    }
  }

  /** A required element under another namespace is remembered: without it, it would seem to be missing. */
  protected skipUnknown(f: Frame, name: ResolvedName): void {
    const isRequired = (acceptLocal(f, name)?.position.min ?? 0) > 0;
    const problem = isRequired ? childProblem(f, name, xmlName) : undefined;
    if (problem?.deviation === 'namespace') f.misnamed ??= problem;
    this.noteDeviation(f.level!.byName.has(name.key) ? 'misplaced' : 'unknown');
    this.skipElement();
  }

  /** True: the element is open. False: a group is open, and must be asked for the same tag. */
  protected startAt(f: Frame, candidate: Candidate, name: ResolvedName): boolean {
    const p = candidate.position;
    const { reader } = this;
    if (p.hidden !== NOT_HIDDEN) return this.startHidden(f, p);
    const isPredictable = p.element !== undefined && candidate.substitute === undefined && !p.elastic;
    f.level!.predict[f.pos + 1] = isPredictable ? p.index : -1;
    const action = this.enterInRun(f, p);
    if (p.groupLevel !== undefined) {
      this.openGroup(f, p, action);
      return false;
    }
    if (p.wildcard !== undefined) {
      this.startWildcard(p, action, name);
      return true;
    }
    let element = p.element!;
    if (candidate.substitute !== undefined) element = this.openSubstitute(candidate.substitute, action);
    else if (reader.attributes.declared.length === 0 && name.key === element.key) {
      p.name = name;
      p.raw = name.raw;
      p.rawCtx = reader.ctx;
    }
    this.open(element.type, action, element, false);
    if (candidate.substitute !== undefined && action !== SKIPPED) this.top.braces++;
    if (mixedOwner(f) !== undefined) this.top.braces++;
    return true;
  }

  protected startRoot(name: ResolvedName): void {
    if (this.root.key !== name.key)
      this.fail(
        'CODEC_UNKNOWN',
        `the root element is ${name.key}, expected ${this.root.key}`,
        `another root element; expected ${this.root.key}`,
      );
    this.out = this.captures.begin(this.action, this.out);
    this.open(this.root.type, this.action, this.root, false);
  }

  protected characters(bytes: Uint8Array, start: number, end: number): void {
    const f = this.top;
    if (f.kind === VALUE || f.kind === UNTYPED || mixedOwner(f) !== undefined) this.value.append(bytes, start, end);
    else if (f.kind !== DOCUMENT && skipSpace(bytes, start, end) !== end) {
      const message = f.kind === NIL ? 'a nil element is not empty' : 'text stands between elements';
      this.fail(f.kind === NIL ? 'CODEC_NIL' : 'CODEC_TYPE', message, message);
    }
  }

  protected endElement(): void {
    const f = this.top;
    this.closing = true;
    switch (f.kind) {
      case GROUP:
        this.checkEnd(f);
        this.endRepetition(f);
        this.runs.clear();
        return this.endElement();
      case OBJECT:
        this.checkEnd(f);
        this.leave(f);
        if (f.level!.scattered) this.endLists(f);
        if (f.prefixes !== undefined && f.table!.kind !== LISTED) this.endPrefixes(f);
        this.out.push(f.table!.closing);
        break;
      case NIL:
        if (f.prefixes !== undefined) this.endPrefixes(f);
        break;
      case SHAPE:
        this.endShape(f);
        break;
      case VALUE:
        this.endValue(f);
        break;
      case MIXED:
        this.checkEnd(f);
        this.endMixed(f);
        break;
      case UNTYPED:
        this.endUntyped(f);
        break;
    }
    this.closing = false;
    for (let b = f.braces; b > 0; b--) this.out.push(CLOSE);
    const { onClose, slot, names } = f;
    this.pop();
    if (slot >= 0) this.out = this.captures.close(slot);
    if (onClose === ITEM) this.endItem(this.top, f.table?.def);
    else if (onClose === NULL_NAMES) this.endNulls(this.top, f.outer!);
    else if (onClose === SPREAD) this.endSpread(this.top, f.outer!, names);
    if (this.depth === 0) this.captures.complete(this.action);
  }
}
