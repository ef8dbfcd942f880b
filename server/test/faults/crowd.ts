import { setTimeout as sleep } from 'node:timers/promises';
import { call, registerStreamer, type TestStreamer } from '#server/test/test-client.ts';
import { payFromFaucet } from './rpc-call.ts';
import { openSteadyOverlay, type SteadyOverlay } from './steady-overlay.ts';

/** A donation whose creation was answered, and what was sent to its address. */
interface CrowdDonation {
  id: string;
  address: string;
  payments: number;
  lamports: bigint;
}

/** Donors and overlays that go on whatever happens to the server. */
export interface Crowd {
  donations: readonly CrowdDonation[];
  /** Creations that got no answer. */
  unanswered: number;
  overlays: readonly SteadyOverlay[];
  /** In the order of their overlays. */
  streamers: readonly TestStreamer[];
  /** Stops creating, and waits until everything promised is paid. Overlays stay open. */
  stopDonating(): Promise<void>;
  /** Streamers play what is in their trays: an alert that three servers in a row were ended with waits there for a person. */
  playTrays(): Promise<void>;
  close(): void;
}

/** How busy the crowd is; `random` returns 0 ≤ number < 1. */
export interface CrowdOptions {
  url: string;
  rpcUrl: string;
  streamers: number;
  donationsPerSecond: number;
  random: () => number;
}

/**
 * Registers streamers, opens an overlay for each, and donates without end: one in ten pays in two parts, and one in
 * ten pays again later. Payments go to the chain itself, so that they arrive also while the server is down.
 */
export async function startCrowd(options: CrowdOptions): Promise<Crowd> {
  const { url, rpcUrl, random } = options;
  const streamers = await Promise.all(Array.from({ length: options.streamers }, () => registerStreamer(url)));
  const overlays = streamers.map((streamer) => openSteadyOverlay(url, streamer.widgetCode));
  const donations: CrowdDonation[] = [];
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();

  async function pay(donation: CrowdDonation, lamports: number): Promise<void> {
    donation.payments += 1;
    donation.lamports += BigInt(lamports);
    await payFromFaucet(rpcUrl, donation.address, lamports);
  }
  async function donate(linkCode: string): Promise<void> {
    let created: { id: string; walletAddress: string };
    try {
      created = await call(url, 'createDonation', { body: { linkCode, donatorName: 'Zoë' } });
    } catch {
      crowd.unanswered += 1;
      return;
    }
    const donation = { id: created.id, address: created.walletAddress, payments: 0, lamports: 0n };
    donations.push(donation);
    await sleep(random() * 500);
    const way = random();
    await pay(donation, way < 0.1 ? 1_500_000 : 2_000_000 + Math.floor(random() * 20_000_000));
    if (way >= 0.2) return;
    await sleep(random() * 1500);
    await pay(donation, 1_500_000);
  }
  async function donateOnAndOn(): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const streamer = streamers[turn % streamers.length];
      if (streamer === undefined) return;
      const donating = donate(streamer.donationLink);
      underWay.add(donating);
      void donating.finally(() => underWay.delete(donating));
      await sleep((2 * random() * 1000) / options.donationsPerSecond);
    }
  }

  const running = donateOnAndOn();
  const crowd: Crowd = {
    donations,
    unanswered: 0,
    overlays,
    streamers,
    stopDonating: async () => {
      over.abort();
      await running;
      await Promise.all(underWay);
    },
    playTrays: async () => {
      for (const { token } of streamers) {
        const { tray } = await call(url, 'alertDesk', { token });
        for (const { id } of tray) await call(url, 'playAlert', { token, params: { id } });
      }
    },
    close: () => {
      over.abort();
      for (const overlay of overlays) overlay.close();
    },
  };
  return crowd;
}
