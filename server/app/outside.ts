/** The outside world failed in a way that may pass: a worker tries again later. */
export class Transient extends Error {
  override readonly name = 'Transient';
}

/** Nobody answered, or only that it cannot now, whatever was asked: what it was asked for is not to blame. */
export class NoAnswer extends Transient {}

/** A node does not have what it was asked for. Another one may, or this one later. */
export class NotThere extends Transient {}

/** No node's history goes back far enough to tell. Only another node changes that: trying again soon is pointless. */
export class HistoryTooShort extends Transient {}

/** The outside world refused for good: trying the same again is pointless. */
export class Permanent extends Error {
  override readonly name = 'Permanent';
}
