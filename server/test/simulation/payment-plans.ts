import type { SeededRandom } from './seeded-random.ts';
import { simulatedToken } from './simulated-token.ts';

/**
 * A payment by its time after the donation was asked for, in seconds: in SOL or in the token. `strayLamports` go with it, to
 * the token account itself.
 */
export type Payment = { after: number } & ({ lamports: bigint } | { units: bigint; strayLamports?: bigint });

const minLamports = 2_000_000n;

/** How donors pay. Each kind is a way in which money has been late, little, much or odd. */
export const plans: Readonly<Record<string, (random: SeededRandom, rent: bigint) => Payment[]>> = {
  normal: (random) => [{ after: random.int(1, 55), lamports: minLamports }],
  over: (random) => [{ after: random.int(1, 55), lamports: minLamports * BigInt(random.int(2, 9)) + 7n }],
  late: (random) => [{ after: random.int(63, 200), lamports: minLamports + BigInt(random.int(0, 5000)) }],
  under: (random, rent) => [{ after: random.int(1, 55), lamports: rent + BigInt(random.int(6000, 400_000)) }],
  parts: (random, rent) => [
    { after: random.int(1, 25), lamports: rent + 1n },
    { after: random.int(25, 57), lamports: minLamports - rent - 1n },
    { after: random.int(25, 57), lamports: BigInt(random.int(1, 9000)) },
  ],
  topUpAfterExpiry: (random, rent) => [
    { after: random.int(1, 55), lamports: rent + 20_000n },
    { after: random.int(100, 190), lamports: minLamports - rent - 20_000n },
  ],
  dust: (random) => [
    { after: random.int(1, 60), lamports: minLamports },
    { after: random.int(3, 100), lamports: BigInt(random.int(1, 100)) },
  ],
  payerTrap: (random, rent) => [{ after: random.int(1, 55), lamports: rent + BigInt(random.int(0, 9000)) }],
  duringSweep: (random, rent) => {
    const first = random.int(1, 40);
    return [
      { after: first, lamports: minLamports },
      { after: first + random.int(12, 32), lamports: rent + BigInt(random.int(0, 2_000_000)) },
    ];
  },
  twice: (random) => [
    { after: random.int(1, 60), lamports: minLamports },
    { after: random.int(60, 200), lamports: minLamports + 1n },
  ],
  atOnce: (random) => [
    { after: 20, lamports: minLamports + BigInt(random.int(0, 5)) },
    { after: 20, lamports: minLamports },
  ],
  none: () => [],
};
const { minimumUnits } = simulatedToken;

/** The same of donations in the token. */
export const tokenPlans: typeof plans = {
  normal: (random) => [{ after: random.int(1, 55), units: minimumUnits }],
  over: (random) => [{ after: random.int(1, 55), units: minimumUnits * BigInt(random.int(2, 9)) + 7n }],
  late: (random) => [{ after: random.int(63, 200), units: minimumUnits + BigInt(random.int(0, 5000)) }],
  under: (random) => [{ after: random.int(1, 55), units: BigInt(random.int(1, 900_000)) }],
  parts: (random) => [
    { after: random.int(1, 25), units: 400_000n },
    { after: random.int(25, 57), units: minimumUnits - 400_000n },
    { after: random.int(25, 57), units: BigInt(random.int(1, 9000)) },
  ],
  topUpAfterExpiry: (random) => [
    { after: random.int(1, 55), units: 1n },
    { after: random.int(100, 190), units: minimumUnits - 1n },
  ],
  dust: (random) => [
    { after: random.int(1, 60), units: minimumUnits },
    { after: random.int(3, 100), units: BigInt(random.int(1, 100)) },
  ],
  heldUp: (random) => [
    { after: 1, units: minimumUnits + 5n },
    ...Array.from({ length: 22 }, (_, index) => ({ after: random.int(4, 8) + 8 * index, units: 1n })),
  ],
  duringSweep: (random) => {
    const first = random.int(1, 40);
    return [
      { after: first, units: minimumUnits },
      { after: first + random.int(12, 32), units: minimumUnits },
      { after: first + random.int(30, 60), units: BigInt(random.int(1, 5000)) },
    ];
  },
  twice: (random) => [
    { after: random.int(1, 60), units: minimumUnits },
    { after: random.int(60, 200), units: minimumUnits + 1n },
  ],
  atOnce: (random) => [
    { after: 20, units: minimumUnits + BigInt(random.int(0, 5)) },
    { after: 20, units: minimumUnits },
  ],
  both: (random) => [
    { after: random.int(1, 55), units: minimumUnits },
    { after: random.int(1, 100), lamports: minLamports },
  ],
  stray: (random, rent) => [
    {
      after: random.int(1, 10),
      units: 400_000n,
      strayLamports: rent + BigInt(random.int(-9000, 2_000_000)),
    },
    { after: random.int(50, 58), units: minimumUnits - 400_000n },
    { after: random.int(60, 200), units: 1n, strayLamports: rent },
  ],
  solAlone: (random) => [{ after: random.int(1, 55), lamports: minLamports }],
  none: () => [],
};
