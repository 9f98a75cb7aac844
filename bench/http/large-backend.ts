// A SOAP service that answers every request with the same list of about a megabyte: `node large-backend.ts`. Prints its port.
import { listReply } from '../erp/messages.ts';
import { envelope } from '../erp/xml.ts';
import { answering, answerOf } from './answering.ts';

const RECORDS = 320;
const response = answerOf('text/xml; charset=utf-8', envelope(listReply(RECORDS)));
answering(() => response);
