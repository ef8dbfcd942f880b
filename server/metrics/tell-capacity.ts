import { Gauge, type Registry } from 'prom-client';
import type { CapacityState } from '#server/app/capacity.ts';

/** What this process can take, as it stands when somebody scrapes. Levels and limits have the same units: see the limits. */
export function tellCapacity(registry: Registry, state: () => CapacityState): void {
  const registers = [registry];
  const shedding = new Gauge({
    name: 'brava_shedding',
    help: 'Whether this process refuses new donations because it has too much to do.',
    registers,
    collect() {
      shedding.set(state().reasons.length > 0 ? 1 : 0);
    },
  });
  const level = new Gauge({
    name: 'brava_capacity_level',
    help: 'What is measured of the load of this process and its database: times in ms, else counts.',
    labelNames: ['signal'],
    registers,
    collect() {
      for (const [signal, value] of Object.entries(state().levels)) level.set({ signal }, value);
    },
  });
  const limit = new Gauge({
    name: 'brava_capacity_limit',
    help: 'From where on each of them makes new donations be refused.',
    labelNames: ['signal'],
    registers,
    collect() {
      for (const [signal, value] of Object.entries(state().limits)) limit.set({ signal }, value);
    },
  });
}
