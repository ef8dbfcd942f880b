import type { PostKind } from '#contract/posts.ts';

/** An address with a scheme, or a name of a host with a path: what it leads to is not shown. */
const link =
  /[a-z][a-z\d+.-]*:\/\/\S*|\bwww[.。．｡]\S+|[\p{L}\p{N}-]+(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}{2,}(?::\d+)?[/?#]\S*/giu;
/** A dot that might make a name of a host of the words at its sides. */
const dotBetween = /(?<=[\p{L}\p{N}-])[.。．｡](?=\p{L}{2})/gu;
/** With these a line of chat begins that bots and Twitch take for a command of the streamer's. */
const commandStart = /^[\s!/\\.$?&~+%^=,;:#@_|*<>-]+/u;
/** What Discord reads as more than a letter: its markdown, mentions, emoji and time stamps. */
const discordMarks = /[\\*_~`|>#\-[\]()<:@]/g;

/**
 * What a donor wrote, as nothing but words for that place: no link that can be followed, no mention, no formatting, and
 * no command where it comes first.
 */
export function plainFor(kind: PostKind, text: string): string {
  const unlinked = text
    .replaceAll(link, '[link]')
    .replaceAll(dotBetween, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return kind === 'discord'
    ? unlinked.replaceAll(discordMarks, String.raw`\$&`)
    : unlinked.replace(commandStart, '');
}
