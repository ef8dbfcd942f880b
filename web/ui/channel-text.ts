/** A channel as people read it: `twitch.tv/kat`. By itself, for donors' pages have no use for how channels are read. */
export function channelText(channel: string): string {
  return channel.replace('https://', '');
}
