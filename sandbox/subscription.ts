import { type Address, type Signature } from '@solana/kit';
import { type AccountEncoding, parseAccountEncoding } from './account-encoding.ts';
import type { Commitment } from './commitment.ts';
import { parseProgramFilters } from './program-filters.ts';
import { invalidParams, methodNotFound } from './rpc-error.ts';
import { type RpcParams, parseAddress, parseCommitment, parseText } from './rpc-params.ts';

/** What a client wants to hear of. */
export type Topic =
  | { readonly kind: 'account'; readonly address: Address; readonly encoding: AccountEncoding }
  | {
      readonly kind: 'program';
      readonly program: Address;
      readonly encoding: AccountEncoding;
      readonly filters: ReturnType<typeof parseProgramFilters>;
    }
  | { readonly kind: 'logs'; readonly mentions: Address | undefined }
  | { readonly kind: 'signature'; readonly signature: Signature; readonly wantsReceived: boolean }
  | { readonly kind: 'slot' }
  | { readonly kind: 'root' };

/** The topic of one kind. */
export type TopicOf<Kind extends Topic['kind']> = Extract<Topic, { kind: Kind }>;

/** A topic and the commitment at which the client wants to hear of it. */
export type Wish = { readonly topic: Topic; readonly commitment: Commitment };

type TopicParser = (params: RpcParams) => Topic;

const TOPIC_PARSERS: Readonly<Record<string, TopicParser>> = {
  accountSubscribe: (params) => ({
    kind: 'account',
    address: params.address(0),
    encoding: parseAccountEncoding(params.config(1)),
  }),
  programSubscribe: (params) => ({
    kind: 'program',
    program: params.address(0),
    encoding: parseAccountEncoding(params.config(1)),
    filters: parseProgramFilters(params.config(1)['filters']),
  }),
  logsSubscribe: (params) => ({ kind: 'logs', mentions: parseMentions(params.at(0)) }),
  signatureSubscribe: (params) => ({
    kind: 'signature',
    signature: params.signature(0),
    wantsReceived: params.config(1)['enableReceivedNotification'] === true,
  }),
  slotSubscribe: () => ({ kind: 'slot' }),
  rootSubscribe: () => ({ kind: 'root' }),
};

/** Whether a method ends subscriptions of a kind that there is. */
export function isUnsubscribe(method: string): boolean {
  return (
    method.endsWith('Unsubscribe') &&
    Object.hasOwn(TOPIC_PARSERS, method.replace(/Unsubscribe$/, 'Subscribe'))
  );
}

/** Reads a `…Subscribe` call. Throws RpcError -32601 for unknown methods, -32602 for wrong params. */
export function parseWish(method: string, params: RpcParams): Wish {
  const parse = Object.hasOwn(TOPIC_PARSERS, method) ? TOPIC_PARSERS[method] : undefined;
  if (parse === undefined) throw methodNotFound();
  return { topic: parse(params), commitment: parseCommitment(params.config(1)['commitment'], 'finalized') };
}

function parseMentions(filter: unknown): Address | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined;
  const mentions = (filter as { mentions?: unknown } | null)?.mentions;
  if (!Array.isArray(mentions)) {
    throw invalidParams('Invalid params: expected `all`, `allWithVotes` or `mentions`.');
  }
  if (mentions.length !== 1) throw invalidParams('Invalid Request: Only 1 address supported');
  return parseAddress(parseText(mentions[0]));
}
