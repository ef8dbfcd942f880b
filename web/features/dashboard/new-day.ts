/** Nobody tells when a day begins in the streamer's time zone: what counts by days is read again this often. */
export const newDayMs = 600_000;
