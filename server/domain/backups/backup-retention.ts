/** Of how many days, weeks and months with a back-up the last one stays. Days are UTC, weeks begin on Monday. */
export interface BackupRetention {
  daily: number;
  weekly: number;
  monthly: number;
}

/** A file that is there. Good: a trial restore proved it. */
export interface KeptBackup {
  id: string;
  at: Date;
  isGood: boolean;
}

const dayMs = 86_400_000;
/** So long an upgrade can be taken back. */
const wayBackMs = 7 * dayMs;
/** 1970-01-01 was a Thursday. */
const mondayOffsetDays = 3;
/** So many files that are not proven stay beside the last good one. */
const unprovenKept = 2;

const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs);
const periods: Record<keyof BackupRetention, (at: Date) => number> = {
  daily: dayOf,
  weekly: (at) => Math.floor((dayOf(at) + mondayOffsetDays) / 7),
  monthly: (at) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
};

/**
 * The ids of the files that may go, after the well-known scheme of grandfather, father and son: of the last days, weeks
 * and months that have a good back-up, the newest of each stays. A pause removes nothing, because only periods with a
 * back-up count. The newest good one always stays; what is not proven goes once a newer good one is there, and all but
 * the newest two of it in any case. An older program restores nothing that was made after an upgrade of the tables: the
 * last good one before it stays until there is one of a week later. `upgradedAt` null: there was none.
 */
export function backupsToRemove(
  backups: readonly KeptBackup[],
  keep: BackupRetention,
  upgradedAt: Date | null,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const good = newestFirst.filter(({ isGood }) => isGood);
  const stays = new Set<string>(good.slice(0, 1).map(({ id }) => id));
  for (const [name, periodOf] of Object.entries(periods)) {
    const newestOf = new Map<number, string>();
    for (const { id, at } of good) {
      const period = periodOf(at);
      if (!newestOf.has(period)) newestOf.set(period, id);
    }
    for (const id of [...newestOf.values()].slice(0, keep[name as keyof BackupRetention])) stays.add(id);
  }
  const wayBack = upgradedAt === null ? undefined : good.find(({ at }) => at < upgradedAt);
  if (wayBack !== undefined && Number(good[0]?.at) < Number(upgradedAt) + wayBackMs) stays.add(wayBack.id);
  const lastGoodAt = good[0]?.at.getTime() ?? -Infinity;
  const unproven = newestFirst.filter(({ isGood, at }) => !isGood && at.getTime() > lastGoodAt);
  for (const { id } of unproven.slice(0, unprovenKept)) stays.add(id);
  return newestFirst.flatMap(({ id }) => (stays.has(id) ? [] : [id]));
}
