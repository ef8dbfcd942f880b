import type { RpcMethods } from '#sandbox/rpc-node.ts';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { CLUSTER_METHODS } from './cluster-methods.ts';
import { HISTORY_METHODS } from './history-methods.ts';
import { SEND_METHODS } from './send-methods.ts';
import { SLOT_METHODS } from './slot-methods.ts';
import { TOKEN_METHODS } from './token-methods.ts';

/** Every RPC method the sandbox knows over HTTP. */
export const ALL_METHODS: RpcMethods = {
  ...ACCOUNT_METHODS,
  ...CLUSTER_METHODS,
  ...HISTORY_METHODS,
  ...SEND_METHODS,
  ...SLOT_METHODS,
  ...TOKEN_METHODS,
};
