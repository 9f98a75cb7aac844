import { shelf } from './soap/shelf.ts';
import { faultMessage, replyMessage } from '../../src/binding/soap/message.ts';
import { envelope, fault11, fault12, missing, book } from './soap/replies.ts';
import { textOf } from '../../src/json/value.ts';
const s = shelf();
function go(name: string, m: any, xml: string) {
  try { const d = m.program.decoder({}); d.write(Buffer.from(xml)); console.log(name, d.end().map((v: any) => v && textOf(v))); } catch (e: any) { console.log(name, e.code, e.message, e.path); }
}
const other = '<x:Trace xmlns:x="urn:x"><x:line>1</x:line></x:Trace>';
go('11', faultMessage(s.codec, '1.1'), envelope('1.1', fault11('app:Missing', missing + other)));
go('11a', faultMessage(s.codec, '1.1'), envelope('1.1', fault11('app:Missing', missing )));
go('11b', faultMessage(s.codec, '1.1'), envelope('1.1', fault11('app:Missing', other)));
go('12', faultMessage(s.codec, '1.2'), envelope('1.2', fault12('e:Sender', missing)));
go('12b', faultMessage(s.codec, '1.2'), envelope('1.2', fault12('e:Sender', '')));
const r = s.getBook('1.1');
const m = replyMessage(s.codec, r.reply.soap, '1.1');
const q = '<q:Quota xmlns:q="urn:shelf">3</q:Quota>';
for (const h of [q, other+q, q+other, other+other, other+q+other, other+other+q]) go(h, m, envelope('1.1', book(), h));
console.log('---');
go('mu', m, envelope('1.1', book(), q.replace('urn:shelf">', 'urn:shelf" e:mustUnderstand="0">')));
go('es', m, envelope('1.1', book().replace('<GetBookResponse', '<GetBookResponse e:encodingStyle="x"')));
go('id', m, envelope('1.1', book()).replace('<e:Body', '<e:Body xmlns:u="urn:u" u:Id="x"'));
go('sl', m, envelope('1.1', book().replace('<GetBookResponse', '<GetBookResponse xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="a b"')));
go('sp', m, envelope('1.1', ' \n' + book() + '<!-- x -->\n').replace('<e:Body', '\n <e:Body'));
