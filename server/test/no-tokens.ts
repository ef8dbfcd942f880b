import type { TokenPorts } from '#server/app/token-ports.ts';

/** Tokens where there are none and never were. What else is asked of them is a bug of the test. */
export const noTokens = {
  allowed: [],
  faucet: null,
  store: { listKnown: async () => [], listChoices: async () => [], totals: async () => [] },
} as Partial<Record<keyof TokenPorts, unknown>> as TokenPorts;
