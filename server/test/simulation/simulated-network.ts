import type { PostAnswer, PostText } from '#server/solana/post-text.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Scheduler } from './scheduler.ts';
import { NodeError, type SimulatedNode } from './simulated-node.ts';
import { currentProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What carries calls to the nodes and answers back. */
interface Wires {
  nodes: readonly SimulatedNode[];
  scheduler: Scheduler;
  time: VirtualTime;
  faults: FaultPlan;
}

/** How long a call without an answer takes to be given up: the product's own deadline. */
const deadlineMs = 4000;

/** Answers without what was asked for, as a node gives that lost its history. */
const emptyAnswers: Readonly<Record<string, unknown>> = {
  getSignaturesForAddress: [],
  getTransaction: null,
  getMultipleAccounts: { context: { slot: 1 }, value: [] },
};

/** A network to the nodes on which answers are late, lost, mangled or empty. */
export function simulatedNetwork({ nodes, scheduler, time, faults }: Wires): (url: string) => PostText {
  return (address) => async (text) => {
    const owner = currentProcess();
    const node = nodes.find(({ url }) => url === address);
    if (owner === undefined || node === undefined) throw new Error('Nobody is at that address');
    const { id, method, params } = JSON.parse(text) as {
      id: string;
      method: string;
      params: unknown[];
    };
    return await new Promise<PostAnswer>((resolve, reject) => {
      const giveUp = (): void =>
        void time.after(deadlineMs, () => reject(new Error('The request timed out')), owner);
      const call = {
        owner,
        readyAt: time.nowMs + faults.latencyMs(),
        label: `${node.url} ${method}`,
        take: () => {
          const fault = faults.ofNode(owner, { url: node.url, method });
          call.label += fault === 'none' ? '' : ` (${fault})`;
          if (fault === 'refused') return reject(new Error('The connection was refused'));
          if (fault === 'busy') return resolve(reply(429, '', { 'retry-after': '1' }));
          if (fault === 'broken')
            return resolve(reply(200, JSON.stringify({ jsonrpc: '2.0', id, result: null })));
          const answer = answerText(node, { id, method, params }, fault === 'empty');
          if (fault === 'lost') return giveUp();
          if (fault === 'dies-after') return owner.kill();
          resolve(reply(200, answer));
        },
      };
      scheduler.wait(call);
    });
  };
}

function answerText(
  node: SimulatedNode,
  { id, method, params }: { id: string; method: string; params: unknown[] },
  isEmpty: boolean,
): string {
  if (isEmpty && method in emptyAnswers)
    return JSON.stringify({ jsonrpc: '2.0', id, result: emptyAnswers[method] });
  try {
    const result = node.answer(method, params);
    return JSON.stringify({ jsonrpc: '2.0', id, result: isEmpty ? emptied(method, result) : result });
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { code, message, data } = error;
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
  }
}

/** A node without history still knows where the chain stands: it says 'not found', and sounds sure. */
function emptied(method: string, result: unknown): unknown {
  if (method !== 'getSignatureStatuses') return result;
  const { context, value } = result as { context: object; value: unknown[] };
  return { context, value: value.map(() => null) };
}

function reply(status: number, text: string, headers: Record<string, string> = {}): PostAnswer {
  return { status, statusText: String(status), headers, text };
}
