// The part of sax that the oracle uses.
declare module 'sax' {
  interface Attribute {
    readonly value: string;
    readonly uri: string;
    readonly local: string;
  }
  interface Tag {
    readonly uri: string;
    readonly local: string;
    readonly ns: Readonly<Record<string, string>>;
    readonly attributes: Readonly<Record<string, Attribute>>;
  }
  interface Parser {
    onopentag: (tag: Tag) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    onerror: (error: Error) => void;
    write(text: string): Parser;
    close(): Parser;
  }
  export function parser(strict: boolean, options: { xmlns: boolean; strictEntities: boolean }): Parser;
}
