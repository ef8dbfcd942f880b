import type { SimulatedProcess } from './simulated-process.ts';

/** A thing that happens at a time. `owner` null: it belongs to the simulation and not to a process. */
interface Timer {
  dueAt: number;
  order: number;
  owner: SimulatedProcess | null;
  fire: () => void;
}

/** Milliseconds since 1970 of the moment at which every run begins. */
const beginsAtMs = Date.UTC(2026, 0, 1);

/** The clock and the timers of a run. Time stands still until the scheduler moves it. */
export class VirtualTime {
  nowMs = beginsAtMs;
  /** Idle loops are stretched by this factor: a timer may always be late, and a quiet run has no use for polls. */
  stretch = 1;
  #order = 0;
  readonly #timers = new Set<Timer>();

  /** Sets a timer; the returned function takes it back. */
  after(delayMs: number, fire: () => void, owner: SimulatedProcess | null = null): () => void {
    const dueAt = this.nowMs + Math.max(1, Math.ceil(delayMs));
    const timer = { dueAt, order: (this.#order += 1), owner, fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** When the next timer of a living process fires; null when none is set. */
  nextDueAt(): number | null {
    let earliest: number | null = null;
    for (const timer of this.#timers) {
      if (timer.owner?.isAlive === false) this.#timers.delete(timer);
      else earliest = Math.min(earliest ?? Infinity, effectiveDueAt(timer));
    }
    return earliest;
  }

  /** Fires what is due, in the order in which it became due. */
  fireDue(): void {
    const due = [...this.#timers].filter((timer) => effectiveDueAt(timer) <= this.nowMs);
    for (const timer of due.toSorted((a, b) => a.dueAt - b.dueAt || a.order - b.order)) {
      this.#timers.delete(timer);
      if (timer.owner === null) timer.fire();
      else if (timer.owner.isAlive) timer.owner.run(timer.fire);
    }
  }
}

function effectiveDueAt(timer: Timer): number {
  return Math.max(timer.dueAt, timer.owner?.pausedUntil ?? 0);
}
