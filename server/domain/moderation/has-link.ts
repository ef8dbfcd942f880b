import { readAsLatin } from './look-alikes.ts';
import { drawnLetters } from './normal-letters.ts';

/** Endings that are no words: they are believed behind a dot that is set apart or spelled, and whatever their case. */
const plain = new Set('com net org info biz xyz io gg tv ly app dev ru рф'.split(' '));
/** Endings that may be words: they are believed right behind a dot. */
const words = new Set(
  (
    'edu gov cc gl link live site online shop store club click games website space tech chat bet casino porn xxx adult cam ' +
    'cash money fund finance crypto nft bio page blog news video photos pics wiki zone cloud host icu top vip fun lol wtf ' +
    'sbs cfd cyou quest rest monster lat mobi pro su ua by pl cz hu ro bg gr tr cn jp kr hk tw vn ph sg nz uk ie eu de fr ' +
    'nl dk fi pt br mx cl pe uy ws tk ml ga cf gq pw рус me to so it is at be no us am in my co es ch se ca ar ve ec vc ' +
    'fm im ai sh la li st id as ms ac ag ad do cat one now team tips today world life love best art cool red blue men ' +
    'win bid gay sex zip mov stream digital email network agency exchange trading hosting guru promo poker bingo lt lv ee ' +
    'sk lk ke ng za eg il pk bd np kz az lu mt kw qa bh iq dz tn gh tz ug zm zw mz mg nc pf py eth'
  ).split(' '),
);

/** Of these the ones with which sentences begin: with a capital they are taken for that. */
const firstWords = new Set(
  'me to so it is at be no us am in my as do by one now love best es se ca ve la de im'.split(' '),
);

/** Whatever begins like an address of any kind: 'https://', 'hxxp://', 'www.', the 'xn--' of other scripts. */
const beginning = /\p{L}[\p{L}\p{N}+.-]*:\/\/|(?<![\p{L}\p{N}])(?:www\s*\.\s*|xn--)[\p{L}\p{N}]/iu;
/** Where strangers are asked to write to: nobody greets the streamer by that, as with '@name' alone or on Twitch. */
const contact =
  /(?<![\p{L}\p{N}])(?:telegram|tg|whatsapp|snapchat|onlyfans|телеграмм?|тг)\P{L}{0,4}@\s?[\p{L}\p{N}_]{2}/iu;
/** 'name.ending' with a path: then any ending is believed. */
const withPath = /[\p{L}\p{N}]\.\p{L}{2,24}(?::\d{1,5})?\/[^\s/]/u;
const ending = /(?<=[\p{L}\p{N}])\.(\p{L}{2,24})(?![\p{L}\p{N}])/gu;
/** A dot that is set apart, in brackets or written as a word. Behind a word and before a space it ends a sentence. */
const apart =
  /(?<=[\p{L}\p{N}])(?:\s{0,3}[([{<]\s?(?:\.|dot|d0t|punto|ponto|point|punkt)\s?[)\]}>]\s{0,3}|\s{1,3}\.\s{0,3}|\s{1,3}(?:dot|d0t|punto|ponto|point|punkt)\s{1,3})(\p{L}{2,24})(?![\p{L}\p{N}])/giu;
const address = /(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?[\p{L}\p{N}])/gu;
const word = /\p{L}+/gu;
/** What is drawn much like a dot. */
const dots = /[\u3002\uff61\u00b7\u2022\u2219\u22c5\u2027\u30fb]/gu;

/**
 * Whether a text has a link: an address with its scheme, 'www.', a domain by itself, an IP address, a name on a messenger
 * ('Telegram @name'), or a domain whose dot is set apart, in brackets or spelled ('name dot com'). Signs that are not drawn,
 * full-width and framed letters change nothing, nor do look-alikes of other alphabets. 'example. com', 'Example.So', letters
 * spelled out one by one, and rare endings without a path are not found. Pure.
 */
export function hasLink(text: string): boolean {
  const drawn = drawnLetters(text).replaceAll(dots, '.');
  return isFoundIn(drawn) || isFoundIn(drawn.replaceAll(word, readAsLatin));
}

function isFoundIn(drawn: string): boolean {
  return (
    beginning.test(drawn) ||
    withPath.test(drawn) ||
    contact.test(drawn) ||
    [...drawn.matchAll(ending)].some(({ 1: found = '' }) => isEnding(found)) ||
    [...drawn.matchAll(apart)].some(({ 1: found = '' }) => plain.has(found.toLowerCase())) ||
    [...drawn.matchAll(address)].some(([found]) => found.split('.').every((part) => Number(part) <= 255))
  );
}

/** 'wow.So' begins a sentence without its space; 'wow.so' and 'Wow.Shop' are domains. */
function isEnding(found: string): boolean {
  const lower = found.toLowerCase();
  const isSentence = firstWords.has(lower) && found !== lower && found !== found.toUpperCase();
  return plain.has(lower) || (words.has(lower) && !isSentence);
}
