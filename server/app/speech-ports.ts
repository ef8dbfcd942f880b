import type { SpeechLanguage, SpeechSettings, SpeechState } from '#contract/speech.ts';
import type { NewClip } from './clip-ports.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';

/** What streamers decide about reading aloud. */
export interface SpeechStore {
  find(userId: string): Promise<Omit<SpeechState, 'isServerAble'>>;
  /** What is being read stops, and overlays learn who reads from now on. */
  change(by: DeskCaller, settings: SpeechSettings): Promise<void>;
  /** An overlay tells how many voices its browser has. */
  noteVoices(socketId: string, count: number): Promise<void>;
}

/** A text that a server is to say. */
export interface Speech {
  alertId: string;
  userId: string;
  text: string;
  language: SpeechLanguage;
  volume: number;
}

/**
 * What waits to be said, as rows: whoever dies while saying it leaves it to others. Nothing waits for long: what is
 * older than its card can be is forgotten.
 */
export interface SpeechQueue {
  claim(limit: number, leaseMs: number): Promise<Speech[]>;
  /** It is said: overlays hear from where. The text is forgotten. */
  finish(speech: Speech, url: string): Promise<void>;
  /** It could not be said; it is tried once more. */
  fail(speech: Speech): Promise<void>;
}

/** Says a text: a WAV of at most 15 s. Throws when the program says no, takes too long or says too much. */
export type Voice = (
  text: string,
  language: SpeechLanguage,
) => Promise<{ bytes: Uint8Array } & Pick<NewClip, 'durationMs'>>;

/** Everything about reading aloud that the composition root hands out. */
export interface SpeechPorts {
  store: SpeechStore;
  queue: SpeechQueue;
  /** Null: this server says nothing. */
  voice: Voice | null;
}
