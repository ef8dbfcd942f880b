import type { Address } from '@solana/kit';
import { encodeAccount, parseAccountEncoding } from '#sandbox/account-encoding.ts';
import type { AccountState } from '#sandbox/account-state.ts';
import { type Bank, selectBank } from '#sandbox/bank.ts';
import { type TokenAccount, readMintDecimals, readTokenAccount } from '#sandbox/parsed-accounts.ts';
import { invalidParams } from '#sandbox/rpc-error.ts';
import type { RpcMethods } from '#sandbox/rpc-node.ts';
import { parseAddress } from '#sandbox/rpc-params.ts';
import { TEST_TOKEN } from '#sandbox/test-token.ts';
import { toTokenAmount } from '#sandbox/token-balances.ts';

const TOKEN_ACCOUNT_BYTES = 165;

function parseToken(bank: Bank, token: TokenAccount): Record<string, unknown> {
  const decimals = readMintDecimals(bank.readAccount(token.mint as Address));
  const { mint, owner } = token;
  const info = {
    mint,
    owner,
    isNative: false,
    state: 'initialized',
    tokenAmount: toTokenAmount(token.amount, decimals),
  };
  return { program: 'spl-token', parsed: { info, type: 'account' }, space: TOKEN_ACCOUNT_BYTES };
}

function showToken(bank: Bank, state: AccountState, token: TokenAccount, config: Record<string, unknown>) {
  const account = encodeAccount(state, parseAccountEncoding(config));
  return config['encoding'] === 'jsonParsed' ? { ...account, data: parseToken(bank, token) } : account;
}

/** Methods about tokens; enough for a wallet to see that an account has none, or which. The first is the sandbox's own. */
export const TOKEN_METHODS: RpcMethods = {
  getTestToken: (node) => ({ mint: node.faucet.token.mint, ...TEST_TOKEN }),
  getTokenAccountsByOwner: (node, params) => {
    const owner = params.address(0);
    const { mint, programId } = params.config(1);
    if (typeof mint !== 'string' && typeof programId !== 'string') {
      throw invalidParams('Invalid params: expected mint or programId.');
    }
    const program = typeof programId === 'string' ? parseAddress(programId) : undefined;
    const wantedMint = typeof mint === 'string' ? parseAddress(mint) : undefined;
    const tokenProgram = program ?? ('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address);
    const config = params.config(2);
    const bank = selectBank(node, config);
    const accounts = node.store.listOwned(tokenProgram).flatMap((pubkey) => {
      const state = bank.readAccount(pubkey);
      const token = readTokenAccount(state);
      if (state === null || token === undefined || token.owner !== owner) return [];
      if (wantedMint !== undefined && token.mint !== wantedMint) return [];
      return [{ pubkey, account: showToken(bank, state, token, config) }];
    });
    return bank.inContext(accounts);
  },
  getTokenAccountBalance: (node, params) => {
    const address = params.address(0);
    const bank = selectBank(node, params.config(1));
    const state = bank.readAccount(address);
    if (state === null) throw invalidParams('Invalid param: could not find account');
    const token = readTokenAccount(state);
    if (token === undefined) throw invalidParams('Invalid param: not a Token account');
    return bank.inContext(
      toTokenAmount(token.amount, readMintDecimals(bank.readAccount(token.mint as Address))),
    );
  },
};
