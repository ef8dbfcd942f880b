import type { RouteReply } from '#contract/routes.ts';
import type { WidgetSettings } from '#contract/widgets.ts';
import type { ReceivedToken } from './token-ports.ts';

/** A donor's paid donations, summed up. */
export interface RankedDonor {
  donatorName: string;
  lamports: bigint;
}

/** A paid donation as the ticker shows it. */
export interface TickedDonation extends RankedDonor {
  id: string;
  paidAt: Date;
  /**
   * False while nobody has approved it, when it was blocked, rejected, skipped or dismissed, or when a person left its
   * name out.
   */
  isNamed: boolean;
  hidesName: boolean;
  hidesAmount: boolean;
  /** What it was paid in; null: SOL. */
  token: ReceivedToken | null;
}

/** What the widgets are made of, before names are masked. */
export interface WidgetFacts {
  settings: WidgetSettings;
  goalSince: Date;
  /** Paid since then, without the offset. */
  raisedLamports: bigint;
  /** Best first. Holds only donors who may be named, and of them only what they do not hide. */
  places: RankedDonor[];
  /** Newest payment first. */
  ticker: TickedDonation[];
  stream: { startedAt: Date; donations: number; lamports: bigint } | null;
}

/** Settings of the widgets and all that they show. */
export type WidgetView = RouteReply<'widgets'>;

/** What is to be changed of the settings; what is left out stays. */
export type WidgetChange = { [K in keyof WidgetSettings]?: WidgetSettings[K] | undefined };

/** Widgets of streamers. Every change tells the open widgets in its own transaction and returns what they show then. */
export interface WidgetStore {
  read(userId: string): Promise<WidgetView>;
  change(userId: string, change: WidgetChange): Promise<WidgetView>;
  resetGoal(userId: string): Promise<WidgetView>;
  /** Starting a stream that runs changes nothing. */
  startStream(userId: string): Promise<WidgetView>;
  /** Ending it when none runs changes nothing. */
  stopStream(userId: string): Promise<WidgetView>;
  /** Tells open widgets once more: something that they show by has changed elsewhere. */
  tell(userId: string): Promise<WidgetView>;
}
