import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServiceDefinition } from '@grpc/grpc-js';
import type { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
  fromPartial(part: object): T;
}

/**
 * The messages as the makers of Yellowstone publish them: their package's code, which `protoc` made of their geyser.proto.
 * Taken by its path, because the package's entry loads a binary that not every machine has.
 */
const requireHere = createRequire(import.meta.url);
const folder = dirname(requireHere.resolve('@triton-one/yellowstone-grpc'));
const geyser = requireHere(join(folder, 'grpc', 'geyser.js')) as {
  SubscribeRequest: Codec<SubscribeRequest>;
  SubscribeUpdate: Codec<SubscribeUpdate>;
};

/** What a node says and is asked, in the published form. */
export type { SubscribeRequest, SubscribeUpdate };

/** An update of which only a part is set. */
export function updateOf(part: object): SubscribeUpdate {
  return geyser.SubscribeUpdate.fromPartial(part);
}

/** The published service, as far as it is served here. */
export const geyserService = {
  subscribe: {
    path: '/geyser.Geyser/Subscribe',
    requestStream: true,
    responseStream: true,
    requestSerialize: (request: SubscribeRequest) => toBuffer(geyser.SubscribeRequest, request),
    requestDeserialize: (bytes: Buffer) => geyser.SubscribeRequest.decode(bytes),
    responseSerialize: (update: SubscribeUpdate) => toBuffer(geyser.SubscribeUpdate, update),
    responseDeserialize: (bytes: Buffer) => geyser.SubscribeUpdate.decode(bytes),
  },
} satisfies ServiceDefinition;

function toBuffer<T>(codec: Codec<T>, message: T): Buffer {
  return Buffer.from(codec.encode(message).finish());
}

/** Bytes of a request. */
export function sizeOf(request: SubscribeRequest): number {
  return geyser.SubscribeRequest.encode(request).finish().length;
}
