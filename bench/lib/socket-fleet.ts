import type { FleetCommand, FleetOrders, FleetReport, FleetMember } from './open-fleet.ts';
import { type Dialogue, keepConnected } from './reconnecting-client.ts';

/** A process full of clients; `open-fleet.ts` starts it and talks with it. */
const acknowledgeAfterMs = 7000;
const perTick = 25;
const tickMs = 10;
const browser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.6533.120 Safari/537.36 OBS/31.0.3',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'cache-control': 'no-cache',
  pragma: 'no-cache',
};

const admittedAt = new Map<number, number>();
const cards: FleetReport['cards'] = [];
const tries = { failed: 0 };

function braveDialogue(orders: FleetOrders, member: FleetMember): Dialogue {
  const { url, localAddress } = orders;
  const auth = member.role === 'overlay' ? { linkCode: member.code } : { token: member.token };
  const [event, answer] =
    member.role === 'overlay'
      ? [['obs_connect', { linkCode: member.code, preview: false, visible: true }], 'obs_connected']
      : [['streamer_connect', { userId: member.userId }], 'streamer_connected'];
  return {
    url: `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    headers: { ...browser, origin: url },
    localAddress,
    onOpen: () => undefined,
    onText(text, { send, admitted, opened }) {
      if (text === '2') return send('3');
      if (text.startsWith('0')) {
        opened();
        return send(`40/api,${JSON.stringify(auth)}`);
      }
      if (text.startsWith('40/api,')) return send(`42/api,${JSON.stringify(event)}`);
      if (text.startsWith(`42/api,["${answer}"`)) return admitted();
      if (text.startsWith('42/api,["show_donation"')) showCard(text, send);
    },
  };
}

/** As the page does: a repeat is not shown again, and acknowledged all the same. */
function showCard(text: string, send: (text: string) => void): void {
  const [, card] = JSON.parse(text.slice('42/api,'.length)) as [string, { id: string; alertId: string }];
  cards.push({ donationId: card.id, alertId: card.alertId });
  const shown = ['mark_donation_shown', { donationId: card.id, alertId: card.alertId }];
  setTimeout(() => send(`42/api,${JSON.stringify(shown)}`), acknowledgeAfterMs);
}

function bareDialogue({ url, localAddress }: FleetOrders, member: FleetMember): Dialogue {
  const room = member.role === 'overlay' ? member.code : member.userId;
  return {
    url: url.replace('http', 'ws'),
    headers: { ...browser, origin: url },
    localAddress,
    onOpen: (send) => send(JSON.stringify({ room })),
    onText(_text, { admitted, opened }) {
      opened();
      admitted();
    },
  };
}

async function start(orders: FleetOrders): Promise<void> {
  for (const [index, member] of orders.members.entries()) {
    const dialogue = orders.server === 'brava' ? braveDialogue(orders, member) : bareDialogue(orders, member);
    keepConnected(dialogue, tries, () => admittedAt.set(index, Date.now()));
    if (index % perTick === perTick - 1) await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
}

function report(): FleetReport {
  return { admittedAtMs: [...admittedAt.values()], cards, failed: tries.failed };
}

process.on('message', (command: FleetCommand) => {
  if (command.do === 'start') void start(command.orders);
  if (command.do === 'report') process.send?.(report());
  if (command.do === 'forget') {
    admittedAt.clear();
    tries.failed = 0;
    process.send?.(report());
  }
});
process.on('disconnect', () => process.exit(0));
