/** A peer that sent requests on which the configuration does not name as a proxy; its address is shortened. */
export interface UnknownProxy {
  peer: string;
  seenAt: Date;
}

/** Keeps the last one. */
export interface UnknownProxies {
  note(peer: string): Promise<void>;
  findLast(): Promise<UnknownProxy | null>;
}
