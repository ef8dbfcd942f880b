import type { ShownDonation } from '#contract/events.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RunningServer } from './server-process.ts';
import type { ClientSocket } from './socket-door.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * Who holds an overlay's socket.
 *
 * | kind | code | acknowledges |
 * |---|---|---|
 * | honest | widget | what it showed, after the card's time |
 * | hasty | widget | at once when it is sent first, which must count for nothing |
 * | preview | widget, `preview` | at once and later; a preview never counts |
 * | viewer | public | everything it can name, at any time |
 */
export type OverlayKind = 'honest' | 'hasty' | 'preview' | 'viewer';

/** What an all-knowing observer notes of overlays. */
export interface OverlayRecords {
  /** Donation → when an honest, visible overlay began to show it. */
  displays: Map<string, number[]>;
  /** Alerts whose card an honest overlay acknowledged after its time. */
  acknowledged: Set<string>;
  onDisplay: (card: Pick<ShownDonation, 'id' | 'alertId'>) => void;
}

/** What an overlay lives among. */
interface World {
  time: VirtualTime;
  random: SeededRandom;
  servers: () => RunningServer[];
  donationIds: () => string[];
  records: OverlayRecords;
}

const cardMs = 5000;
const tickMs = 900;

/** A browser source, or somebody who pretends to be one. It reconnects to whichever server is up. */
export class OverlayClient {
  readonly #world: World;
  readonly #kind: OverlayKind;
  readonly #code: string;
  #server: RunningServer | null = null;
  #socket: ClientSocket | null = null;
  #isVisible = true;
  #isCalm = false;
  /** Alerts that this page has shown; a reload forgets them. */
  #shown = new Set<string>();
  /** Alerts that were skipped: their cards are gone. */
  readonly #takenAway = new Set<string>();

  constructor(world: World, kind: OverlayKind, code: string) {
    this.#world = world;
    this.#kind = kind;
    this.#code = code;
    this.#tick();
  }

  /** From now on it stays open and visible. */
  calmDown(): void {
    this.#isCalm = true;
  }

  #tick(): void {
    const { time, random } = this.#world;
    time.after(tickMs * time.stretch, () => this.#tick());
    if (this.#server?.life.isAlive !== true) this.#loseConnection();
    if (this.#socket === null) {
      if (this.#isCalm || random.chance(0.3)) this.#connect();
      return;
    }
    if (this.#kind === 'viewer' || this.#kind === 'preview') this.#acknowledgeSomething();
    if (this.#isCalm) {
      if (!this.#isVisible) this.#setVisible(true);
    } else if (random.chance(0.01)) this.#reload();
    else if (random.chance(0.02)) this.#setVisible(!this.#isVisible);
  }

  #connect(): void {
    const { random, servers } = this.#world;
    const up = servers().filter((server) => server.life.pausedUntil <= this.#world.time.nowMs);
    if (up.length === 0) return;
    this.#server = random.pick(up);
    const socket = this.#server.life.run(() =>
      this.#server?.door.connect((name, body) => {
        if (socket !== this.#socket) return;
        if (name === 'show_donation') this.#show(body as ShownDonation);
        if (name === 'alert_skipped') this.#takeAway((body as { alertId: string }).alertId);
        if (name === 'disconnect') this.#loseConnection();
      }),
    );
    this.#socket = socket ?? null;
    this.#isVisible = true;
    this.#send('obs_connect', { linkCode: this.#code, ...(this.#kind === 'preview' && { preview: true }) });
  }

  #show({ id, alertId }: ShownDonation): void {
    const { time, random, records } = this.#world;
    const socket = this.#socket;
    if (this.#kind !== 'honest') {
      // Sent again, it would be long enough ago that it was sent first.
      if (this.#shown.has(id)) return;
      this.#shown.add(id);
      this.#send('mark_donation_shown', { donationId: id, alertId });
      return;
    }
    if (!this.#isVisible) return;
    if (!this.#shown.has(alertId)) {
      this.#shown.add(alertId);
      this.#takenAway.delete(alertId);
      records.displays.set(id, [...(records.displays.get(id) ?? []), time.nowMs]);
      records.onDisplay({ id, alertId });
    }
    time.after(cardMs + random.int(50, 3000), () => {
      if (socket !== this.#socket || this.#server?.life.isAlive !== true) return;
      if (this.#takenAway.has(alertId)) return;
      records.acknowledged.add(alertId);
      this.#send('mark_donation_shown', { donationId: id, alertId });
    });
  }

  /** Its card goes; sent again, it is a card again. */
  #takeAway(alertId: string): void {
    this.#takenAway.add(alertId);
    this.#shown.delete(alertId);
  }

  #acknowledgeSomething(): void {
    const ids = this.#world.donationIds();
    if (ids.length > 0 && this.#world.random.chance(0.5))
      this.#send('mark_donation_shown', { donationId: this.#world.random.pick(ids) });
  }

  #setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#send('overlay_state', { visible: isVisible });
  }

  #reload(): void {
    const { random } = this.#world;
    if (random.chance(0.7)) this.#server?.life.run(() => this.#socket?.close());
    this.#leave();
  }

  /** The page is gone and forgets what it has shown. */
  #leave(): void {
    this.#loseConnection();
    this.#shown = new Set();
  }

  /** The page stays, and connects again. */
  #loseConnection(): void {
    this.#socket = null;
    this.#server = null;
  }

  #send(name: Parameters<ClientSocket['send']>[0], payload: object): void {
    this.#server?.life.run(() => this.#socket?.send(name, payload));
  }
}
