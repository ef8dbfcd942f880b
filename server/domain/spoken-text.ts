import type { SpeechLanguage } from '#contract/speech.ts';

/** Far more than a card stands for. */
const longest = 300;
/** What a voice needs for a letter, and before its first: only for how long the card stands. */
const letterMs = 65;
const beginMs = 600;

const link =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|tv|gg|me|co|app|xyz|ly|be)\b\S*/giu;
const linkWords: Record<SpeechLanguage, string> = {
  en: 'link',
  es: 'enlace',
  de: 'Link',
  fr: 'lien',
  pt: 'link',
  it: 'link',
};
/** Pictures, what joins and colours them, signs that a voice would name, and invisible ones. */
const unspoken =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3\p{Cf}\p{DI}\p{Cc}<>{}[\]|\\^`~_*#=]/gu;
const repeatedSign = /([^\p{L}\p{N}\s])\1+/gu;
const repeatedLetter = /(\p{L})\1{2,}/giu;
/** No longer ones: where a word may have any length, its every part is compared with all that follows. */
const repeatedWord = /(\S{1,40})(?:\s+\1){2,}/giu;

/**
 * What a voice says of a card: the name, then the message; null where there is nothing to say. Both come as the card
 * shows them, after the word filter and moderation.
 *
 * Links are 'link', pictures and starred-out words are left out, a letter or sign that is repeated and a word that comes
 * three times in a row are shortened, and it ends after 300 letters.
 */
export function spokenText(
  { donatorName, message }: { donatorName: string; message: string },
  language: SpeechLanguage,
): string | null {
  const said = readable(message, language);
  if (!/[\p{L}\p{N}]/u.test(said)) return null;
  const name = readable(donatorName, language);
  return cut(name === '' ? said : `${name}. ${said}`);
}

/** For about how long a voice says it. */
export function spokenMs(text: string): number {
  return beginMs + text.length * letterMs;
}

function readable(text: string, language: SpeechLanguage): string {
  return text
    .normalize('NFKC')
    .replaceAll(link, linkWords[language])
    .replaceAll(unspoken, ' ')
    .replaceAll(repeatedSign, '$1')
    .replaceAll(repeatedLetter, '$1$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(repeatedWord, '$1 $1')
    .trim();
}

/** Ends with a whole word. */
function cut(text: string): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, longest);
  const end = head.lastIndexOf(' ');
  return end > longest / 2 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, '');
}
