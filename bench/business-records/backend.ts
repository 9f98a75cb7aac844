// Answers three operations with responses that were recorded before, by their SOAPAction: `node backend.ts`. Prints its port.
import { answering, answerOf } from '../http/answering.ts';
import { type Call, recordedReplies } from './replies.ts';

const replies = await recordedReplies();
const answers = new Map(Object.entries(replies).map(([call, xml]) => [call, answerOf('text/xml; charset=utf-8', xml)]));
const ACTION = /^soapaction: "?(\w+)/im;
answering((head) => answers.get((ACTION.exec(head)?.[1] ?? '') as Call) ?? answerOf('text/plain', head));
