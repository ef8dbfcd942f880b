import type { AlarmWayName, TellFailure } from '#contract/alarms.ts';
import type { Alarm, FoundTrouble, StoredAlarm } from '#server/domain/alarms/alarm.ts';
import type { Telling } from '#server/domain/alarms/telling.ts';

/** What an alarm becomes by one judgement. */
export interface AlarmChanges {
  raised: Alarm[];
  changed: StoredAlarm[];
  /** It was nothing. */
  forgotten: bigint[];
}

/** The end of the last alarm of a kind and subject, and how often it had come back by then. */
export interface LastEnd {
  code: string;
  subject: string;
  clearedAt: Date;
  returns: number;
}

/** A way that this process holds, and everything that it may have to tell. */
export interface ClaimedWay {
  way: AlarmWayName;
  fence: bigint;
  /** In a row, up to now. */
  failures: number;
  openedAt: Date;
  alarms: { alarm: StoredAlarm; telling: Telling | null }[];
}

/** How a claimed way is left. */
export interface WayResult {
  now: Date;
  outcome: TellOutcome;
  /** What the message held; it counts only where it got through. */
  told: { alarmId: bigint; telling: Telling }[];
  /** Before then nothing more is sent. */
  nextAt: Date;
}

/** A way as it stands. */
interface WayState {
  way: string;
  deliveredAt: Date | null;
  failing: { why: TellFailure; status: number | null; since: Date; nextAt: Date } | null;
}

/** Alarms in the database: facts that no restart repeats or forgets. All reject when it is away. */
export interface AlarmStore {
  /** Whether it is this process's turn to judge; then nobody else's for so long. */
  takeTurn(now: Date, everyMs: number): Promise<boolean>;
  /** Writes down what this process alone sees. It counts as long as the process lives. */
  report(found: readonly FoundTrouble[]): Promise<void>;
  /** What all living processes see. */
  reports(): Promise<FoundTrouble[]>;
  /** Asks what becomes of the alarms that stand, and stores it, all at once or not at all. */
  change(
    now: Date,
    decide: (standing: readonly StoredAlarm[], ends: readonly LastEnd[]) => AlarmChanges,
  ): Promise<void>;
  /** Takes a way that is due and that nobody else holds, for so long; null: there is none. */
  claim(way: AlarmWayName, now: Date, leaseMs: number): Promise<ClaimedWay | null>;
  /** Frees a way with nothing sent. */
  release(claimed: ClaimedWay): Promise<void>;
  /** Writes down how a message went and frees the way. Of a process whose lease is lost only what got through counts. */
  finish(claimed: ClaimedWay, result: WayResult): Promise<void>;
  ways(): Promise<WayState[]>;
  standing(): Promise<(StoredAlarm & { toldAt: Date | null })[]>;
  /** The newest first. */
  past(limit: number): Promise<(StoredAlarm & { clearedAt: Date; wasTold: boolean })[]>;
}

/** What is sent by a way. The same news sent again has the same id. */
export interface AlarmMessage {
  id: string;
  at: Date;
  /** One line. */
  title: string;
  /** For people; short enough for chats. */
  shortText: string;
  /** For people, all of it. */
  text: string;
  kind: 'alarm' | 'test';
  link: string;
  /** For programs. */
  items: {
    code: string;
    occasion: 'raised' | 'standing' | 'over';
    level: Alarm['level'];
    name: string | null;
    count: number | null;
    raisedAt: Date;
    clearedAt: Date | null;
    what: string;
  }[];
}

/** How sending went. `refusedSome`: some receivers get nothing, however often it is sent; others were told. */
export type TellOutcome =
  | { isDelivered: true; refusedSome: boolean }
  | { isDelivered: false; why: TellFailure; status: number | null; retryAfterMs: number | null };

/** A way by which the operator is told. */
export interface AlarmWay {
  way: AlarmWayName;
  /** Where to, without what may hold a key. */
  place: string;
  /** Sends once, for some seconds at most. Never rejects. */
  send(message: AlarmMessage, ending: AbortSignal): Promise<TellOutcome>;
}

/** Everything that the composition root hands out for alarms. */
export interface AlarmPorts {
  store: AlarmStore;
  /** None: nobody is told. */
  ways: readonly AlarmWay[];
}
