/**
 * Counts what a decoder makes of the packets that are given to it, in order. It reads the packets
 * themselves, so that neither a header nor a timestamp can lie about the time. `add` refuses a
 * packet that its codec cannot have written.
 */
export interface PacketClock {
  codec: string;
  add: (packet: Buffer) => void;
  seconds: () => number;
}
