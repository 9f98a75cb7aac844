// A SOAP service that answers every request with the same response of about 3 KB: `node backend.ts`. Prints its port.
import { oneRecordReply } from '../erp/messages.ts';
import { envelope } from '../erp/xml.ts';
import { answering, answerOf } from './answering.ts';

const response = answerOf('text/xml; charset=utf-8', envelope(oneRecordReply()));
answering(() => response);
