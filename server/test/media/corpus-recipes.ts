/** What a folder of the corpus expects of its files: that they play, or the code of the refusal. */
export type Folder = 'plays' | 'not_recognised' | 'too_long' | 'unplayable' | 'damaged';

/** A file that ffmpeg makes out of a tone: how long the tone is, and the options of the output. */
interface Recipe {
  folder: Folder;
  seconds: number;
  options: string;
}

const plays = (seconds: number, options: string): Recipe => ({ folder: 'plays', seconds, options });
const tooLong = (seconds: number, options: string): Recipe => ({ folder: 'too_long', seconds, options });
const unplayable = (options: string): Recipe => ({ folder: 'unplayable', seconds: 1, options });
const foreign = (options: string): Recipe => ({ folder: 'not_recognised', seconds: 1, options });

const mp3 = '-c:a libmp3lame -ac 1';
const opus = '-c:a libopus -ac 1 -b:a 12k';
const vorbis = '-c:a libvorbis -ac 1 -q:a -1';
const aac = '-c:a aac -ac 1';

const picture = '-f lavfi -i color=c=red:s=16x16:r=5:d=1 -map 0:a -map 1:v';
const damaged = (options: string): Recipe => ({ folder: 'damaged', seconds: 1, options });

/** Honest files and files of codecs and formats that are not taken, by name. */
export const recipes: Record<string, Recipe> = {
  'mp3-constant-rate.mp3': plays(3, `${mp3} -ar 44100 -b:a 32k`),
  'mp3-variable-rate.mp3': plays(4, `${mp3} -ar 44100 -q:a 9`),
  'mp3-stereo-48-khz.mp3': plays(2, '-c:a libmp3lame -ac 2 -ar 48000 -b:a 48k'),
  'mp3-half-rate-22-khz.mp3': plays(5, `${mp3} -ar 22050 -b:a 16k`),
  'mp3-quarter-rate-8-khz.mp3': plays(6, `${mp3} -ar 8000 -b:a 8k`),
  'mp3-without-note.mp3': plays(3.3, `${mp3} -ar 44100 -b:a 32k -write_xing 0 -id3v2_version 0`),
  'mp3-half-a-second.mp3': plays(0.5, `${mp3} -ar 44100 -b:a 32k`),
  'mp3-of-15-seconds.mp3': plays(15, `${mp3} -ar 24000 -b:a 16k`),
  'mp3-of-15-seconds-at-44-khz.mp3': plays(15, `${mp3} -ar 44100 -b:a 32k`),
  'mp3-of-24-seconds.mp3': tooLong(24, `${mp3} -ar 8000 -b:a 8k`),
  'mp3-of-16-seconds.mp3': tooLong(16, `${mp3} -ar 8000 -b:a 8k`),
  'wav-16-bit.wav': plays(2, '-c:a pcm_s16le -ac 1 -ar 8000'),
  'wav-8-bit.wav': plays(5, '-c:a pcm_u8 -ac 1 -ar 4000'),
  'wav-24-bit-stereo.wav': plays(1, '-c:a pcm_s24le -ac 2 -ar 4000'),
  'wav-32-bit.wav': plays(1, '-c:a pcm_s32le -ac 1 -ar 4000'),
  'wav-float.wav': plays(1, '-c:a pcm_f32le -ac 1 -ar 4000'),
  'wav-a-law.wav': plays(3, '-c:a pcm_alaw -ac 1 -ar 8000'),
  'wav-mu-law.wav': plays(3, '-c:a pcm_mulaw -ac 1 -ar 8000'),
  'wav-six-channels.wav': plays(0.5, '-c:a pcm_s16le -ac 6 -ar 4000'),
  'wav-with-mp3-inside.wav': plays(3, `${mp3} -ar 22050 -b:a 16k`),
  'wav-of-15-seconds.wav': plays(15, '-c:a pcm_u8 -ac 1 -ar 4000'),
  'wav-of-17-seconds.wav': tooLong(17, '-c:a pcm_u8 -ac 1 -ar 3000'),
  'ogg-vorbis.ogg': plays(4, `${vorbis} -ar 44100`),
  'ogg-vorbis-stereo.ogg': plays(2, '-c:a libvorbis -ac 2 -ar 48000 -q:a 1'),
  'ogg-vorbis-8-khz.ogg': plays(5, `${vorbis} -ar 8000`),
  'ogg-vorbis-of-15-seconds.ogg': plays(15, `${vorbis} -ar 16000`),
  'ogg-vorbis-of-24-seconds.ogg': tooLong(24, `${vorbis} -ar 8000`),
  'ogg-opus.ogg': plays(3, opus),
  'ogg-opus-60-ms-frames.ogg': plays(4.2, `${opus} -frame_duration 60`),
  'ogg-opus-2.5-ms-frames.ogg': plays(1, `${opus} -frame_duration 2.5 -application lowdelay`),
  'ogg-opus-120-ms-packets.ogg': plays(3.5, `${opus} -frame_duration 120`),
  'ogg-opus-silent-now-and-then.ogg': plays(
    3,
    '-af volume=0:enable=between(t\\,1\\,2) -c:a libopus -ac 1 -b:a 8k -application voip -dtx 1',
  ),
  'ogg-opus-stereo.ogg': plays(2, '-c:a libopus -ac 2 -b:a 24k'),
  'ogg-opus-speech.ogg': plays(3, '-c:a libopus -ac 1 -b:a 8k -application voip'),
  'ogg-opus-of-15-seconds.ogg': plays(15, '-c:a libopus -ac 1 -b:a 6k'),
  'ogg-opus-of-24-seconds.ogg': tooLong(24, '-c:a libopus -ac 1 -b:a 6k'),
  'ogg-flac.ogg': plays(1.5, '-c:a flac -ac 1 -ar 8000'),
  'm4a-aac.m4a': plays(3, `${aac} -ar 44100 -b:a 24k`),
  'm4a-aac-head-first.m4a': plays(3, `${aac} -ar 44100 -b:a 24k -movflags +faststart`),
  'm4a-aac-stereo.m4a': plays(2, '-c:a aac -ac 2 -ar 48000 -b:a 48k'),
  'm4a-aac-16-khz.m4a': plays(5, `${aac} -ar 16000 -b:a 12k`),
  'm4a-aac-of-15-seconds.m4a': plays(15, `${aac} -ar 16000 -b:a 8k`),
  'm4a-aac-of-24-seconds.m4a': tooLong(24, `${aac} -ar 8000 -b:a 8k`),
  'm4a-aac-in-fragments.m4a': plays(
    4,
    `${aac} -ar 44100 -b:a 24k -movflags +frag_keyframe+empty_moov -frag_duration 500000`,
  ),
  'm4a-aac-in-fragments-from-their-heads.m4a': plays(
    4,
    `${aac} -ar 44100 -b:a 24k -movflags +frag_keyframe+empty_moov+default_base_moof -frag_duration 900000`,
  ),
  'm4a-aac-in-fragments-of-24-seconds.m4a': tooLong(
    24,
    `${aac} -ar 8000 -b:a 8k -movflags +frag_keyframe+empty_moov -frag_duration 5000000`,
  ),
  'm4a-opus.m4a': plays(3, `${opus} -strict -2 -f mp4`),
  'm4a-mp3.m4a': plays(2, `${mp3} -ar 44100 -b:a 32k -f mp4`),
  'm4a-flac.m4a': plays(1, '-c:a flac -ac 1 -ar 8000 -strict -2 -f mp4'),
  'webm-opus.webm': plays(3, opus),
  'webm-vorbis.webm': plays(3, `${vorbis} -ar 22050`),
  'webm-opus-live.webm': plays(4, `${opus} -live 1 -cluster_time_limit 700`),
  'webm-opus-small-clusters.webm': plays(3, `${opus} -cluster_time_limit 200`),
  'webm-opus-of-15-seconds.webm': plays(15, '-c:a libopus -ac 1 -b:a 6k'),
  'webm-opus-of-24-seconds.webm': tooLong(24, '-c:a libopus -ac 1 -b:a 6k'),
  'webm-vorbis-of-24-seconds.webm': tooLong(24, `${vorbis} -ar 8000`),
  'wav-ms-adpcm.wav': unplayable('-c:a adpcm_ms -ac 1 -ar 8000'),
  'wav-ima-adpcm.wav': unplayable('-c:a adpcm_ima_wav -ac 1 -ar 8000'),
  'wav-gsm.wav': unplayable('-c:a libgsm_ms -ac 1 -ar 8000'),
  'wav-double.wav': unplayable('-c:a pcm_f64le -ac 1 -ar 4000'),
  'ogg-speex.ogg': unplayable('-c:a libspeex -ac 1 -ar 8000'),
  'm4a-alac.m4a': unplayable('-c:a alac -ac 1 -ar 8000'),
  'm4a-ac3.m4a': unplayable('-c:a ac3 -ac 1 -ar 32000 -b:a 32k -f mp4'),
  'plain-flac.ogg': foreign('-c:a flac -ac 1 -ar 8000 -f flac'),
  'plain-aac.m4a': foreign(`${aac} -ar 16000 -b:a 12k -f adts`),
  'layer-two.mp3': foreign('-c:a mp2 -ac 1 -ar 24000 -b:a 16k -f mp2'),
  'aiff.wav': foreign('-c:a pcm_s16be -ac 1 -ar 8000 -f aiff'),
  'quicktime.m4a': foreign(`${aac} -ar 16000 -b:a 12k -f mov`),
  'caf.m4a': foreign('-c:a pcm_s16le -ac 1 -ar 8000 -f caf'),
  'ogg-with-film.ogg': damaged(`${picture} ${vorbis} -c:v libtheora`),
  'm4a-with-film.m4a': damaged(`${picture} ${aac} -ar 16000 -b:a 12k -c:v mpeg4 -f mp4`),
  'webm-with-film.webm': damaged(`${picture} ${opus} -c:v libvpx -b:v 10k`),
  'm4a-two-tracks.m4a': damaged(`-map 0:a -map 0:a ${aac} -ar 16000 -b:a 12k -f mp4`),
  'webm-two-tracks.webm': damaged(`-map 0:a -map 0:a ${opus}`),
  'm4a-with-real-cover.m4a': plays(
    2,
    `${picture} ${aac} -ar 16000 -b:a 12k -c:v mjpeg -frames:v 1 -disposition:v attached_pic -f ipod`,
  ),
  'mp3-with-real-cover.mp3': plays(
    2,
    `${picture} ${mp3} -ar 22050 -b:a 16k -c:v mjpeg -frames:v 1 -disposition:v attached_pic`,
  ),
  'matroska.webm': foreign(`${opus} -f matroska`),
};
