import { listElements, readNumber, readText } from './ebml.ts';
import type { EbmlElement } from './ebml.ts';
import { createOpusClock } from './opus-clock.ts';
import type { PacketClock } from './packet-clock.ts';
import { demand, refuseClip } from './refuse-clip.ts';
import { createVorbisClock, splitVorbisHeads } from './vorbis-clock.ts';

const ids = { entry: 0xae, number: 0xd7, type: 0x83, codec: 0x86, data: 0x63a2 };
const encodings = 0x6d80;
const soundType = 2;

/** The only track of a WebM file: its number, by which blocks name it, and its clock. */
export interface WebmTrack {
  number: number;
  clock: PacketClock;
}

/** Reads the list of tracks, which has to hold one track of sound and no other. */
export function readWebmTrack(data: Buffer, tracks: EbmlElement): WebmTrack {
  const entries = listElements(data, tracks).filter((element) => element.id === ids.entry);
  const [entry] = entries;
  demand(entry !== undefined && entries.length === 1);
  const fields = listElements(data, entry);
  const field = (id: number): EbmlElement => {
    const found = fields.filter((element) => element.id === id);
    demand(found.length === 1 && found[0] !== undefined);
    return found[0];
  };
  demand(readNumber(data, field(ids.type)) === soundType);
  // Packed or sealed packets: no recorder of sound writes them, and a player would unpack them.
  demand(fields.every((element) => element.id !== encodings));
  const codec = readText(data, field(ids.codec));
  if (codec !== 'A_OPUS' && codec !== 'A_VORBIS') refuseClip('audio_unplayable');
  const { start, end } = field(ids.data);
  const own = data.subarray(start, end);
  const clock = codec === 'A_OPUS' ? createOpusClock(own) : createVorbisClock(splitVorbisHeads(own));
  return { number: readNumber(data, field(ids.number)), clock };
}
