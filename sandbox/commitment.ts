/** How sure a cluster is of a slot: seen, voted for, rooted. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The commitments from least to most sure. */
export const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/** How many slots each commitment is behind the newest slot. */
export type CommitmentLags = Readonly<Record<Commitment, number>>;
