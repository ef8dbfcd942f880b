import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Sandbox } from '#sandbox/start-sandbox.ts';
import type { YellowstoneServer } from './yellowstone-server.ts';

const systemProgram = '11111111111111111111111111111111';

interface Notification {
  method?: string;
  params?: {
    result: { slot?: number; context?: { slot: number }; value?: { pubkey: string } };
  };
}

/**
 * Tells a Yellowstone server what happens on a sandbox chain with a confirmed lag of 1, as the plugin inside a node
 * would: each wallet that a confirmed slot changed, then the slot. Returns its end.
 */
export async function tellSandbox(sandbox: Sandbox, server: YellowstoneServer): Promise<() => void> {
  const socket = new WebSocket(sandbox.wsUrl);
  await once(socket, 'open');
  const ask = (id: number, method: string, params: unknown[]): void =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  socket.on('message', (data: Buffer) => {
    const { method, params } = JSON.parse(data.toString()) as Notification;
    if (params === undefined) return;
    const { slot, context, value } = params.result;
    if (method === 'programNotification') server.tellChange(value?.pubkey ?? '', BigInt(context?.slot ?? 0));
    // Notifications of a slot begin with its number; the changes of the one that it confirms follow. So the one before is
    // complete.
    if (method === 'slotNotification') server.tellSlot(BigInt(Math.max(0, (slot ?? 0) - 2)));
  });
  ask(1, 'slotSubscribe', []);
  ask(2, 'programSubscribe', [systemProgram, { commitment: 'confirmed', encoding: 'base64' }]);
  await once(socket, 'message');
  return () => socket.terminate();
}
