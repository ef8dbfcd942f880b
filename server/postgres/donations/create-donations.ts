import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { Problem } from '#contract/problem.ts';
import { doTogether } from '#server/app/do-together.ts';
import type { NewWatches } from '#server/app/money/new-watches.ts';
import type { Clock, CreatedDonation, DonationDraft } from '#server/app/ports.ts';
import { endOfSpan, type Watch } from '#server/app/watch-ports.ts';
import { type Admitted, admitDrafts } from './admit-drafts.ts';
import { giveClips, holdClaimedClips, holdFreeClips } from './claim-clips.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { freeWatches } from '#server/postgres/money/free-watches.ts';
import { countOpenDonations, holdLinks, readCounts, readLinks } from './hold-links.ts';
import { assertEpochOfBooks } from '#server/postgres/operator/installation.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { endOfTime } from '#server/postgres/money/reading-spans.ts';
import { transactInTwoTrips } from '#server/postgres/connection/transact-in-two-trips.ts';

/** Their addresses are derived in one go, some 50 µs each: other requests do not wait long for it. */
const mostAtOnce = 100;
/** What somebody wrote, a constraint, a deadlock: errors that one donation of many may have caused. */
const causedByRows = /^(?:22|23|40)/;

/** The process that listens for the addresses that it makes. */
export interface WatchOwner {
  processId: string;
  newWatches: NewWatches;
}

interface Creation {
  db: Database;
  clock: Clock;
  keyEpoch: number;
  /** Null: whoever adopts new addresses is told of them. */
  owner: WatchOwner | null;
}

/** A donation with the place that it is paid to. */
interface Addressed extends Admitted {
  address: string;
  tokenAccount: string | null;
}

/**
 * Makes the function that creates donations: all that arrive while others are created go next, in one transaction, with
 * the same number of statements however many they are. Each learns of its own refusal; when all fail because of one,
 * they are created one by one. An answer comes after the commit.
 *
 * Locks are taken in one order (donors, streamers, clips; by their keys), so that processes never wait for each other in
 * a circle. Key indexes are read and raised under the streamer's lock in the transaction that stores their donations: what
 * is not committed was not issued. Where the books have left this epoch since, nothing is: all are `unavailable`.
 */
export function createDonationsTogether(
  creation: Creation,
): (draft: DonationDraft) => Promise<CreatedDonation | Problem> {
  // What fails at the commit may have happened: then nobody tries again. One batch runs at a time.
  let isAtCommit = false;
  return doTogether({
    most: mostAtOnce,
    async doAll(take) {
      isAtCommit = false;
      // Whatever has arrived on other connections goes along.
      await nextTurn();
      return await createAll(creation, take, () => (isAtCommit = true));
    },
    mayBeOfOne: (error) => !isAtCommit && isOfRows(error),
  });
}

function isOfRows(error: unknown): boolean {
  return error instanceof DatabaseError ? causedByRows.test(error.code ?? '') : error instanceof RangeError;
}

async function createAll(
  { db, clock, keyEpoch, owner }: Creation,
  take: () => readonly DonationDraft[],
  onWritten: () => void,
): Promise<(CreatedDonation | Problem)[]> {
  const now = clock.now();
  const ownerId = owner !== null && owner.newWatches.isHeard() ? owner.processId : null;
  let drafts: readonly DonationDraft[] = [];
  let judged: (Admitted | Problem)[] = [];
  let addressed: Addressed[] = [];
  const stored = await transactInTwoTrips(db, {
    first() {
      drafts = take();
      const clipNames = drafts.flatMap(({ clipName }) => clipName ?? []);
      return [
        holdLinks(db, drafts),
        countOpenDonations(db, drafts),
        holdFreeClips(db, clipNames, now),
        holdClaimedClips(db, clipNames, now),
      ];
    },
    async last([links, open, free, claimed]) {
      assertEpochOfBooks(keyEpoch, links.rows[0]?.books_epoch);
      judged = admitDrafts(drafts, {
        links: readLinks(links.rows),
        ...readCounts(open.rows),
        freeClips: new Set(free?.rows.map(({ name }) => name)),
        claimedClips: claimed?.rows ?? [],
      });
      const admitted = judged.filter((each): each is Admitted => !(each instanceof Problem));
      addressed = await Promise.all(admitted.map((each) => addAddress(each, keyEpoch)));
      if (addressed.length === 0) return null;
      return [insertDonations(db, addressed, { now, keyEpoch, ownerId }), giveClips(db, clipsOf(addressed))];
    },
    onWritten,
  });
  const ids = new Map(stored?.[0].rows.map(({ id, address }) => [address, id]));
  const made = addressed.map((each) => ({ ...each, id: getOf(ids, each.address) }));
  if (made.length > 0 && ownerId !== null && owner?.newWatches.isHeard() === true)
    owner.newWatches.tell(made.map(toWatch), endOfSpan(now));
  // Who makes donations is not told that they failed because of it: whoever adopts looks every second anyway.
  else if (made.length > 0) await giveAway(db, made, ownerId).catch(() => undefined);
  const created = new Map(made.map((each) => [each.draft, present(each)]));
  return judged.map((each) => (each instanceof Problem ? each : getOf(created, each.draft)));
}

/**
 * Leaves new addresses to whoever adopts them. Where they have an owner, it has begun to end since: what it listened to may
 * have been handed over before they were committed.
 */
async function giveAway(
  db: Database,
  made: readonly { id: string }[],
  ownerId: string | null,
): Promise<void> {
  if (ownerId !== null) {
    const ids = made.map(({ id }) => id);
    await freeWatches(sql`donation_id = any (${ids}::uuid[]) and process_id = ${ownerId}`).execute(db);
  }
  await hint(db, 'watch');
}

/** Each clip with the address that it goes to: of several, the last. */
function clipsOf(addressed: readonly Addressed[]): Map<string, string> {
  return new Map(
    addressed.flatMap(({ address, draft: { clipName } }) =>
      clipName === null ? [] : [[clipName, address] as const],
    ),
  );
}

async function addAddress(admitted: Admitted, keyEpoch: number): Promise<Addressed> {
  const { draft, link, keyIndex } = admitted;
  const address = await draft.addressOf({ user: link.keyUser, epoch: keyEpoch, index: keyIndex });
  const tokenAccount = draft.token === null ? null : await draft.token.accountOf(address);
  return { ...admitted, address, tokenAccount };
}

/**
 * Stores donations with their watches, and raises the key counters. Gives back their ids by address. Their owner reads them by
 * itself. A process whose row is gone, because others take it for dead, owns nothing: then they adopt the addresses.
 */
function insertDonations(
  db: Database,
  donations: readonly Addressed[],
  { now, keyEpoch, ownerId }: { now: Date; keyEpoch: number; ownerId: string | null },
): CompiledQuery<{ id: string; address: string }> {
  const column = <T>(read: (donation: Addressed) => T): T[] => donations.map(read);
  const tokens = tokenParts(donations, now);
  return sql<{ id: string; address: string }>`
    with drafts as (
      select user_id, donator_name, message, address, key_user, key_index, min_lamports, creator, expires_at,
        asked_lamports, hides_name, hides_amount ${tokens.names} from unnest(
        ${column(({ link }) => link.userId)}::uuid[], ${column(({ draft }) => draft.donatorName)}::text[],
        ${column(({ draft }) => draft.message)}::text[], ${column(({ address }) => address)}::text[],
        ${column(({ link }) => link.keyUser)}::int[], ${column(({ keyIndex }) => keyIndex)}::int[],
        ${column(({ link }) => link.minLamports)}::bigint[], ${column(({ draft }) => draft.creator)}::text[],
        ${column(({ draft }) => draft.expiresAt)}::timestamptz[],
        ${column(({ draft }) => draft.askedLamports)}::bigint[],
        ${column(({ draft }) => draft.hidesName)}::boolean[], ${column(({ draft }) => draft.hidesAmount)}::boolean[]
        ${tokens.arrays}
      ) as t (user_id, donator_name, message, address, key_user, key_index, min_lamports, creator, expires_at,
        asked_lamports, hides_name, hides_amount ${tokens.names})
    ), added as (
      insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
        creator, created_at, expires_at, asked_lamports, hides_name, hides_amount ${tokens.names} ${tokens.received})
      select user_id, donator_name, message, address, key_user, ${keyEpoch}::int, key_index, min_lamports,
        creator, ${now}::timestamptz, expires_at, asked_lamports, hides_name, hides_amount ${tokens.names}
        ${tokens.nothing} from drafts
      returning id, address, expires_at ${tokens.account}
    ), watched as (
      insert into watches (donation_id, address, next_read_at, process_id)
      select id, address, ${ownerId === null ? sql`${endOfSpan(now)}::timestamptz` : endOfTime(sql`expires_at`)},
        (select id from processes where id = ${ownerId}::uuid) from added
    ), ${tokens.watched} issued as (
      update key_counters set next_index = last_index + 1
      from (select user_id, max(key_index) as last_index from drafts group by user_id) highest
      where key_counters.user_id = highest.user_id
    )
    select id, address from added`.compile(db);
}

/**
 * What a batch needs besides where a donation in it is in a token. One without any is stored by the very same statement
 * as ever.
 */
function tokenParts(donations: readonly Addressed[], now: Date) {
  const none = sql``;
  if (donations.every(({ tokenAccount }) => tokenAccount === null))
    return { names: none, arrays: none, received: none, nothing: none, account: none, watched: none };
  const units = (read: (donation: Addressed) => bigint | null | undefined): (string | null)[] =>
    donations.map((donation) => read(donation)?.toString() ?? null);
  return {
    names: sql`, token_mint, token_account, minimum_units, asked_units`,
    arrays: sql`, ${donations.map(({ draft }) => draft.token?.mint ?? null)}::text[],
        ${donations.map(({ tokenAccount }) => tokenAccount)}::text[],
        ${units(({ minimumUnits }) => minimumUnits)}::numeric[],
        ${units(({ draft }) => draft.token?.askedUnits)}::numeric[]`,
    received: sql`, received_units`,
    nothing: sql`, case when token_mint is not null then 0 end`,
    account: sql`, token_account`,
    watched: sql`token_watched as (
      insert into token_watches (donation_id, account, next_read_at)
      select id, token_account, ${now}::timestamptz from added where token_account is not null
    ),`,
  };
}

function present(donation: Addressed & { id: string }): CreatedDonation {
  const { id, draft, link, address } = donation;
  const { minLamports } = link;
  const hasClip = draft.clipName !== null;
  return { id, address, minLamports, expiresAt: draft.expiresAt, hasClip, token: presentToken(donation) };
}

function presentToken({ draft: { token }, tokenAccount, minimumUnits }: Addressed): CreatedDonation['token'] {
  if (token === null || tokenAccount === null || minimumUnits === null) return null;
  const { mint, symbol, decimals, askedUnits } = token;
  return { mint, symbol, decimals, account: tokenAccount, minimumUnits, askedUnits, receivedUnits: 0n };
}

function toWatch({ id, address, draft: { expiresAt } }: Addressed & { id: string }): Watch {
  return { donationId: id, address, knownLamports: 0n, expiresAt, isOpen: true, isOwn: true, look: null };
}

function getOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error('Every donation that was admitted was stored.');
  return value;
}
