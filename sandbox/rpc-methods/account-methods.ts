import { encodeAccount, parseAccountEncoding } from '#sandbox/account-encoding.ts';
import { selectBank } from '#sandbox/bank.ts';
import { invalidParams } from '#sandbox/rpc-error.ts';
import type { RpcMethods } from '#sandbox/rpc-node.ts';
import { parseAddress, parseTexts } from '#sandbox/rpc-params.ts';
import { matchesFilters, parseProgramFilters } from '#sandbox/program-filters.ts';

const MAX_ACCOUNTS = 100;
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

/** Methods that read accounts. */
export const ACCOUNT_METHODS: RpcMethods = {
  getBalance: (node, params) => {
    const address = params.address(0);
    const bank = selectBank(node, params.config(1));
    return bank.inContext(bank.readAccount(address)?.lamports ?? 0n);
  },
  getAccountInfo: (node, params) => {
    const address = params.address(0);
    const encoding = parseAccountEncoding(params.config(1));
    const bank = selectBank(node, params.config(1));
    const state = bank.readAccount(address);
    return bank.inContext(state === null ? null : encodeAccount(state, encoding));
  },
  getMultipleAccounts: (node, params) => {
    const texts = parseTexts(params.list(0));
    if (texts.length > MAX_ACCOUNTS) throw invalidParams(`Too many inputs provided; max ${MAX_ACCOUNTS}`);
    const addresses = texts.map(parseAddress);
    const config = params.config(1);
    const encoding = parseAccountEncoding({ ...config, encoding: config['encoding'] ?? 'base64' });
    const bank = selectBank(node, config);
    const states = addresses.map((address) => bank.readAccount(address));
    return bank.inContext(states.map((state) => (state === null ? null : encodeAccount(state, encoding))));
  },
  getProgramAccounts: (node, params) => {
    const program = params.address(0);
    const config = params.config(1);
    const encoding = parseAccountEncoding(config);
    const filters = parseProgramFilters(config['filters']);
    const bank = selectBank(node, config);
    const accounts = node.store.listOwned(program).flatMap((pubkey) => {
      const state = bank.readAccount(pubkey);
      if (state === null || state.owner !== program || !matchesFilters(state, filters)) return [];
      return [{ pubkey, account: encodeAccount(state, encoding) }];
    });
    return config['withContext'] === true ? bank.inContext(accounts) : accounts;
  },
  getMinimumBalanceForRentExemption: (node, params) => {
    const bytes = params.count(0);
    if (bytes > MAX_ACCOUNT_BYTES) throw invalidParams('Invalid param: data size is too large');
    return node.chain.rentMinimum(bytes);
  },
  getLargestAccounts: (node, params) => {
    const bank = selectBank(node, params.config(0));
    const lamports = bank.readAccount(node.faucet.address)?.lamports ?? 0n;
    return bank.inContext([{ address: node.faucet.address, lamports }]);
  },
};
