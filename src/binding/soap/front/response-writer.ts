// Writes responses: as a bare envelope, or with attachments where the client takes them. Knows nothing about the exchange.
import type { IncomingHttpHeaders } from 'node:http';
import type { Codec, Tolerance } from '../../../codec/model/codec.ts';
import type { Json } from '../../../json/value.ts';
import { contentType } from '../envelope.ts';
import { insertBlocks } from '../insert-blocks.ts';
import type { Message } from '../message.ts';
import { mimePartsOf } from '../mime-parts.ts';
import { hasReferences, MTOM_THRESHOLD, type PackedMessage, packMessage } from '../pack-message.ts';
import { writeDocument, writeWithSpans } from '../write.ts';
import { takesMtom } from './request-media.ts';

export class ResponseWriter {
  /** The contract has elements that refer to attachments. */
  private readonly hasReferences: boolean;
  private readonly threshold: number;

  constructor(codec: Codec, threshold: number = MTOM_THRESHOLD) {
    this.hasReferences = hasReferences(codec);
    this.threshold = threshold;
  }

  /** `headers`: of the request. `blocks`: further header blocks. Throws SoapstoneError (CODEC_*) for values that do not fit their types. */
  write(
    { program, version, side }: Message,
    slots: readonly (Json | undefined)[],
    lenient: boolean,
    headers: IncomingHttpHeaders,
    blocks: readonly Uint8Array[] = [],
    tolerance?: Tolerance,
  ): PackedMessage {
    const envelopeType = contentType[version];
    const mtom = takesMtom(headers);
    const mimeParts = side.body.length > 1 ? mimePartsOf({ body: side.body.map(({ element }) => element) }) : [];
    if (!mtom && !this.hasReferences && mimeParts.length === 0)
      return {
        contentType: envelopeType,
        body: insertBlocks(writeDocument(program, slots, lenient, tolerance), blocks),
      };
    const { bytes, spans } = writeWithSpans(program, slots, lenient, tolerance);
    const envelope = insertBlocks(bytes, blocks);
    const packedMessage = packMessage(envelope, envelopeType, spans, envelope.length - bytes.length, {
      mtom,
      threshold: this.threshold,
    });
    return packedMessage ?? { contentType: envelopeType, body: envelope };
  }
}
