import type { Address } from '@solana/kit';
import { encodeAccount, parseAccountEncoding } from '#sandbox/account-encoding.ts';
import { type Bank, selectBank } from '#sandbox/bank.ts';
import { BLOCKHASH_WINDOW_SLOTS } from '#sandbox/blockhashes.ts';
import { decodeWire } from '#sandbox/decode-wire.ts';
import { messageFee } from '#sandbox/message-fee.ts';
import { type ParsedTransaction, parseTransaction } from '#sandbox/parsed-transaction.ts';
import { RpcError, invalidParams } from '#sandbox/rpc-error.ts';
import type { RpcMethods, RpcNode } from '#sandbox/rpc-node.ts';
import { type RpcConfig, parseAddress, parseOptionalCount, parseText } from '#sandbox/rpc-params.ts';
import { hasValidSignatures } from '#sandbox/signature-check.ts';
import { type Simulation, simulateTransaction } from '#sandbox/simulation.ts';

const MAX_AIRDROP_LAMPORTS = 1n << 63n;
const MAX_TOKEN_UNITS = (1n << 64n) - 1n;

/** Throws RpcError -32003, or -32002 with everything the simulation gave. */
function preflight(node: RpcNode, parsed: ParsedTransaction, bank: Bank): void {
  if (!hasValidSignatures(parsed)) {
    throw new RpcError(-32003, 'Transaction signature verification failure');
  }
  const { sentence, result } = simulateTransaction(node.chain, parsed, bank.slot);
  if (sentence === undefined) return;
  throw new RpcError(-32002, `Transaction simulation failed: ${sentence}`, result);
}

function accept(node: RpcNode, parsed: ParsedTransaction, maxRetries?: number): string {
  if (!node.faults.takeDroppedSend()) {
    node.chain.submit(parsed, maxRetries);
    node.onReceived(parsed.signature);
  }
  return parsed.signature;
}

/** Points a transaction at the newest blockhash, which breaks its signatures. */
function withBlockhash(parsed: ParsedTransaction, blockhash: string): ParsedTransaction {
  const at = Buffer.from(parsed.wire).indexOf(decodeWire(parsed.lifetimeToken, 'base58'));
  const wire = Uint8Array.from(parsed.wire);
  wire.set(decodeWire(blockhash, 'base58'), at);
  return parseTransaction(wire);
}

/** The accounts that simulateTransaction was asked to show, as they would be afterwards. */
function showAccounts(config: RpcConfig, bank: Bank, simulation: Simulation): unknown {
  const wanted = config['accounts'] as { addresses?: unknown; encoding?: unknown } | null | undefined;
  if (wanted === undefined || wanted === null) return null;
  const encoding = parseAccountEncoding({ encoding: wanted.encoding ?? 'base64' });
  if (!Array.isArray(wanted.addresses)) throw invalidParams('Invalid params: missing field `addresses`.');
  return wanted.addresses.map((text) => {
    const address = parseAddress(parseText(text));
    const state = simulation.postAccounts.get(address) ?? bank.readAccount(address);
    return state === null || state.lamports === 0n ? null : encodeAccount(state, encoding);
  });
}

/** Methods that take transactions. */
export const SEND_METHODS: RpcMethods = {
  sendTransaction: (node, params) => {
    const config = params.config(1);
    const parsed = parseTransaction(decodeWire(params.text(0), config['encoding'] ?? 'base58'));
    const skipsPreflight = config['skipPreflight'] === true;
    const commitment = skipsPreflight ? 'processed' : config['preflightCommitment'];
    const bank = selectBank(node, { commitment, minContextSlot: config['minContextSlot'] });
    if (!skipsPreflight) preflight(node, parsed, bank);
    return accept(node, parsed, parseOptionalCount(config['maxRetries']));
  },
  simulateTransaction: (node, params) => {
    const config = params.config(1);
    const sent = parseTransaction(decodeWire(params.text(0), config['encoding'] ?? 'base58'));
    const checksSignatures = config['sigVerify'] === true;
    const replaces = config['replaceRecentBlockhash'] === true;
    if (checksSignatures && replaces) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    const bank = selectBank(node, config);
    if (checksSignatures && !hasValidSignatures(sent)) {
      throw new RpcError(-32003, 'Transaction signature verification failure');
    }
    const blockhash = node.chain.blockhashes.of(bank.slot);
    const parsed = replaces ? withBlockhash(sent, blockhash) : sent;
    const simulation = simulateTransaction(node.chain, parsed, bank.slot);
    const innerInstructions = config['innerInstructions'] === true ? simulation.innerInstructions : null;
    return bank.inContext({
      ...simulation.result,
      accounts: showAccounts(config, bank, simulation),
      innerInstructions,
      replacementBlockhash: replaces
        ? { blockhash, lastValidBlockHeight: bank.slot + BLOCKHASH_WINDOW_SLOTS }
        : null,
    });
  },
  getFeeForMessage: (node, params) => {
    const bytes = decodeWire(params.text(0), 'base64');
    const bank = selectBank(node, params.config(1));
    const fee = messageFee(bytes);
    return bank.inContext(node.chain.blockhashes.isValid(fee.lifetimeToken, bank.slot) ? fee.lamports : null);
  },
  requestAirdrop: async (node, params) => {
    const destination: Address = params.address(0);
    const amountLamports = params.u64(1);
    if (amountLamports >= MAX_AIRDROP_LAMPORTS) throw invalidParams('Invalid param: the amount is too large');
    const parsed = await node.faucet.pay(node.chain, destination, amountLamports);
    // Signing takes a moment, and the next slot may have come: it is tried where it was signed for, or later.
    const bank = selectBank(node, { commitment: 'processed' });
    preflight(node, parsed, bank);
    return accept(node, parsed);
  },
  requestTokenAirdrop: async (node, params) => {
    const owner: Address = params.address(0);
    const text = params.text(1);
    // Text, because clients write whole numbers of 64 bits only in calls that they know.
    if (!/^\d{1,20}$/.test(text)) throw invalidParams('Invalid param: expected units as digits');
    const units = BigInt(text);
    if (units > MAX_TOKEN_UNITS) throw invalidParams('Invalid param: the amount is too large');
    const parsed = await node.faucet.payTokens(node.chain, owner, units);
    const bank = selectBank(node, { commitment: 'processed' });
    preflight(node, parsed, bank);
    return accept(node, parsed);
  },
};
