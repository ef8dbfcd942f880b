import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BenchServer } from './start-server.ts';

/** Calls of the sandbox chain's JSON-RPC, over kept connections. */
export interface SandboxRpc {
  /** Throws what the node refuses. */
  ask<Answer>(method: string, params: readonly unknown[]): Promise<Answer>;
}

/** Opens the RPC of a server's sandbox: its PubSub has the next port. */
export function openSandboxRpc({ wsUrl }: Pick<BenchServer, 'wsUrl'>): SandboxRpc {
  const agent = new Agent({ keepAlive: true });
  const port = Number(new URL(wsUrl).port) - 1;
  return {
    async ask<Answer>(method: string, params: readonly unknown[]): Promise<Answer> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const answer = await new Promise<string>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
          text(response).then(resolve, reject);
        });
        call.once('error', reject);
        call.end(body);
      });
      const { result, error } = JSON.parse(answer) as { result: Answer; error?: { message: string } };
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result;
    },
  };
}
