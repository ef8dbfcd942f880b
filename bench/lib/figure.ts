/** What a figure gets to run with. */
export interface FigureContext {
  /** Ended in the opposite order after the figure, whether it succeeded, failed or was interrupted. */
  cleanUp: AsyncDisposableStack;
  /** Folder for CPU profiles of the server; null: run without a profiler. */
  profileFolder: string | null;
  /** Another size than the usual, for trying a figure out; null: the usual. Figures without a size ignore it. */
  size: { streamers: number; addresses: number } | null;
}

/** A goal and what was measured against it. */
interface Goal {
  what: string;
  measured: string;
  isMet: boolean;
}

/** What a figure found out. */
export interface Outcome {
  title: string;
  goals: Goal[];
  /** Markdown below the goals: tables, chart, method. */
  body: string;
}

/** Measures one figure from nothing, bounded in count and time; throws when it could not be measured. */
export type Figure = (context: FigureContext) => Promise<Outcome>;
