/** Best first: what every browser plays and the server measures. Safari up to 18 knows only the last. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];

/** The type in which this browser can record, or null when it cannot. */
export function recordingType(isTypeSupported: (type: string) => boolean): string | null {
  return types.find((type) => isTypeSupported(type)) ?? null;
}

/** A name for a recording whose end fits its type. */
export function recordingName(type: string): string {
  if (type.startsWith('audio/mp4')) return 'recording.m4a';
  return type.startsWith('audio/ogg') ? 'recording.ogg' : 'recording.webm';
}

/** Whether this page can record at all; pages without https cannot. */
export function canRecord(): boolean {
  if (typeof MediaRecorder === 'undefined' || typeof AudioContext === 'undefined') return false;
  const devices = (navigator as Partial<Navigator>).mediaDevices as Partial<MediaDevices> | undefined;
  if (devices?.getUserMedia === undefined) return false;
  return recordingType((type) => MediaRecorder.isTypeSupported(type)) !== null;
}
