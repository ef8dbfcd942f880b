/** Letters that are drawn like Latin ones, and the Latin ones: small capitals and variants, then other alphabets. */
const pairs =
  // Latin letters that are no accented ones.
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ɑa ɡg ıi ɩi ƞn ƒf øo Øo đd Đd łl Łl ħh ŧt ɛe ' +
  // Cyrillic.
  'аa АA ВB вb ьb сc СC ԁd еe ЕE һh НH нh іi ІI јj ЈJ кk КK ӏl ӀI мm МM пn оo ОO рp РP ԛq гr ѕs ЅS тt ТT ѵv ԝw хx ХX уy УY ' +
  // Greek.
  'αa ΑA βb ΒB ϲc εe ΕE ΗH ηn ιi ΙI κk ΚK ΜM ΝN οo ΟO ρp ΡP τt ΤT υu νv ωw χx ΧX γy ΥY ΖZ ' +
  // Armenian and Cherokee.
  'ցg հh յj լl ոn օo զq ՏS ՍU սu ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ';

const latin: ReadonlyMap<string, string> = new Map(
  pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const plain = /^[\u0020-\u007e]*$/;
const notLatin = /(?!\p{Script=Latin})\p{L}/u;
const letters = /\p{L}/gu;

/**
 * A word as who reads it takes it for a Latin one: 'hеllо' though two of its letters are Cyrillic. One with a letter that is
 * drawn like none is a word of its own alphabet and stays. Pure.
 */
export function readAsLatin(word: string): string {
  if (plain.test(word)) return word;
  const read = word.replaceAll(letters, (letter) => latin.get(letter) ?? letter);
  return notLatin.test(read) ? word : read;
}
