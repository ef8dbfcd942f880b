import type { Post, PostEnd, PostError, PostKind, PostPlace } from '#contract/posts.ts';
import type { Alert } from '#server/app/desk/alert-view.ts';
import type { Secret } from '#server/app/secret.ts';
import type { AlertLook } from '#server/domain/alert-rules.ts';

/** What a service gave to post with, in its adapter's own form. It is stored sealed. */
export type PostKey = Secret<string>;

/** The key of a place while somebody holds the place's lease. */
export interface KeyInUse {
  key: PostKey;
  /** Stores another key in its place; it is stored when this resolves. False: it has been replaced by somebody else. */
  replace(next: PostKey): Promise<boolean>;
  /** What is stored now; null: it is no longer connected. */
  newest(): Promise<PostKey | null>;
}

/** What came of sending. `said` is what the service said, for the streamer. */
export type PostOutcome =
  | { is: 'sent'; restMs: number }
  /** It was not taken, and may be later. */
  | {
      is: 'later';
      error: Extract<PostError, 'not_connected' | 'limited' | 'service_failed'>;
      afterMs: number | null;
    }
  /** It was not taken and never will be. */
  | { is: 'refused'; error: Extract<PostError, 'refused' | 'dropped'>; said: string | null }
  /** Nobody knows whether it was taken. */
  | { is: 'unsure' }
  /** The key opens nothing any more. */
  | { is: 'ended'; why: PostEnd };

/** One service to which posts go. Nothing of it rejects. */
export interface PostSender {
  send(use: KeyInUse, text: string, ending: AbortSignal): Promise<PostOutcome>;
  /** Asks whether the key still opens anything; null: the service is not to be asked without a post. */
  check: ((use: KeyInUse, ending: AbortSignal) => Promise<'fine' | 'unknown' | PostEnd>) | null;
  /** Tells the service that the key is no longer used. */
  end(key: PostKey): Promise<void>;
}

/** A place that somebody has just allowed us to post to. */
export interface LinkedPlace {
  key: PostKey;
  label: string;
}

/** What a code that a person types is waited for with. */
interface BegunLink {
  deviceCode: Secret<string>;
  userCode: string;
  url: string;
  expiresInMs: number;
  everyMs: number;
}

/** How Discord and Twitch are connected. Null in place of an answer: the service is silent. */
export interface DiscordLinker {
  /** Throws `Problem('discord_url_refused')`. */
  readUrl(url: string): PostKey;
  look(key: PostKey): Promise<LinkedPlace | 'gone' | null>;
}
export interface TwitchLinker {
  begin(): Promise<BegunLink | null>;
  ask(deviceCode: Secret<string>): Promise<LinkedPlace | 'pending' | 'over' | null>;
}

/** What of a place changes. */
interface PostPlaceChange {
  isOn: boolean;
  template: string;
  minimumLamports: bigint | null;
}

/** Keys as they lie in the database. */
export interface KeySeal {
  seal(place: SealedPlace, key: PostKey): Uint8Array;
  /** Null: it was sealed under another seed, or is damaged. */
  open(place: SealedPlace, sealed: Uint8Array): PostKey | null;
}
export interface SealedPlace {
  userId: string;
  kind: PostKind | 'twitch-link';
}

/** A place as it is stored, without what only the service knows. */
export type StoredPlace = Omit<PostPlace, 'isOffered'>;

/** Places as their streamer manages them; each change is one transaction with its line in the audit log. */
export interface PostStore {
  list(userId: string): Promise<StoredPlace[]>;
  change(userId: string, kind: PostKind, change: PostPlaceChange): Promise<void>;
  /** Connects, in place of what was connected before; posts are on from then on. */
  connect(userId: string, kind: PostKind, place: LinkedPlace & { template: string }): Promise<void>;
  /** Forgets key and code; what waits is given up. The key, where there was one. */
  disconnect(userId: string, kind: PostKind): Promise<PostKey | null>;
  beginLink(userId: string, link: BegunLink & { template: string }): Promise<void>;
  /** Throws `Problem`: `post_not_connected`, `too_many_test_posts`. */
  addTest(userId: string, kind: PostKind): Promise<Post>;
  listPosts(userId: string, kind: PostKind, limit: number): Promise<Post[]>;
}

/** A post that waits; a test has no alert. */
export interface WaitingPost {
  id: string;
  isTest: boolean;
  createdAt: Date;
  attempts: number;
  /** Null: a test, or an alert that is withheld. */
  alert: Alert | null;
}

/** A place that a worker holds. */
export interface ClaimedPlace {
  id: string;
  userId: string;
  kind: PostKind;
  fence: bigint;
  template: string;
  key: PostKey;
  /** Which of the keys that this place has had it is. */
  keyGeneration: number;
}

/** All that waits at a place, oldest first, with what it is presented by. */
export interface WaitingPosts {
  posts: WaitingPost[];
  look: AlertLook;
  donationCode: string;
}

/** How posts of one message ended, or go on. */
export type PostResult =
  | { is: 'sent' }
  | { is: 'later'; error: PostError; nextAt: Date }
  | { is: 'over'; error: PostError; said: string | null };

/** A code that is waited for. */
interface WaitingLink {
  userId: string;
  deviceCode: Secret<string>;
  everyMs: number;
}

/** The worker's side. A claim raises the fence; whatever is written names it. */
export interface PostQueue {
  /**
   * Takes at most `most` places where something is due, with a lease. What another worker was sending when it died is
   * given up: it may have arrived.
   */
  claim(wish: { now: Date; leaseMs: number; most: number }): Promise<ClaimedPlace[]>;
  waiting(place: ClaimedPlace, now: Date): Promise<WaitingPosts>;
  /** Writes down that these are being sent now. Those that still may be; none when the lease is lost. */
  begin(place: ClaimedPlace, postIds: readonly string[]): Promise<string[]>;
  settle(place: ClaimedPlace, postIds: readonly string[], result: PostResult, now: Date): Promise<void>;
  /** Frees the place, for nobody before `restUntil`. */
  free(place: ClaimedPlace, restUntil: Date | null): Promise<void>;
  /** The service does not know the key any more: the place is cut off and what waits given up. */
  end(place: ClaimedPlace, why: PostEnd, now: Date): Promise<void>;
  use(place: ClaimedPlace): KeyInUse;
  /** Takes a connected place whose key is due to be checked, with a lease. */
  claimUnchecked(kind: PostKind, wish: { now: Date; leaseMs: number }): Promise<ClaimedPlace | null>;
  /** Says when it is due again. */
  noteChecked(place: ClaimedPlace, nextAt: Date): Promise<void>;
  /** Has every key of that kind checked now. */
  checkAll(kind: PostKind, now: Date): Promise<void>;
  claimLink(wish: { now: Date; leaseMs: number }): Promise<WaitingLink | null>;
  /** Connects what the code was for. False: nobody waits for it any more. */
  finishLink(link: WaitingLink, place: LinkedPlace, now: Date): Promise<boolean>;
  /** Asks again later, or never again. */
  passLink(link: WaitingLink, nextAt: Date | null): Promise<void>;
  /** Makes due, and frees, what a clock that was set back has put off for longer than anything is. */
  wakeOverslept(now: Date): Promise<void>;
  /** Clears a batch of old posts away; true when there may be more. */
  tidy(now: Date): Promise<boolean>;
}

/** Everything that the composition root hands out for posts. */
export interface PostPorts {
  store: PostStore;
  queue: PostQueue;
  discord: { sender: PostSender; linker: DiscordLinker };
  /** Null: the operator has registered no application with Twitch. */
  twitch: { sender: PostSender; linker: TwitchLinker } | null;
}
