import { afterEach, expect, it } from 'vitest';
import { auditDetails } from '#contract/admin.ts';
import { setLanguage } from '#web/texts/language.ts';
import { loadTexts } from '#web/texts/texts.ts';
import { detailWords } from './detail-words.ts';

const address = '7Hk3pQ9xVbR2mWcYfT4nJ8sLdG6uAeZoXv1iKq5wBhCy';
const id = 'f8cfda05-cbe0-4d9f-b2e5-e00887880fb0';

/** As the server writes it, then in English and in Spanish; null: it says nothing to a person. */
const table = [
  ['address', address, 'address 7Hk3…BhCy', 'dirección 7Hk3…BhCy'],
  ['books', '1500000001', 'books 1.500000001 SOL', 'libros 1.500000001 SOL'],
  ['chain', '-5000', 'chain -0.000005 SOL', 'cadena -0.000005 SOL'],
  ['lamports', '1500000000', '1.500000 SOL', '1.500000 SOL'],
  ['lamports', 'a lot', 'a lot', 'a lot'],
  ['by', 'wallet', 'with their wallet', 'con su billetera'],
  ['by', 'recovery code', 'with the recovery code', 'con el código de recuperación'],
  ['days', '30', 'after 30 days', 'al cabo de 30 días'],
  ['days', 'never', 'for good', 'para siempre'],
  ['ended', '1', '1 session', '1 sesión'],
  ['ended', '3', '3 sessions', '3 sesiones'],
  ['from', 'ada', 'was ada', 'antes ada'],
  ['to', 'ben', 'is now ben', 'ahora ben'],
  ['host', 'example.com', 'example.com', 'example.com'],
  ['inARow', '3', '3 in a row', '3 seguidos'],
  ['place', 'discord', 'Discord', 'Discord'],
  ['place', 'twitch', 'Twitch', 'Twitch'],
  ['token', 'bot', 'with the token “bot”', 'con el token «bot»'],
  ['why', 'gone', 'the receiver says that it is gone', 'el receptor dice que ya no existe'],
  ['why', 'failing', 'nothing arrived for five days', 'no llegó nada en cinco días'],
  ['why', 'refused', 'it was refused', 'se rechazó'],
  ['why', 'no_answer', 'the network did not take it in time', 'la red no lo aceptó a tiempo'],
  [
    'why',
    'changed',
    'balance or network fee had changed',
    'habían cambiado el saldo o la comisión de la red',
  ],
  [
    'why',
    'restored',
    'this server was restored from a back-up',
    'este servidor se restauró desde una copia de seguridad',
  ],
  ['why', 'failed', 'it failed on the network', 'falló en la red'],
  ['why', 'constructor', 'constructor', 'constructor'],
  ['delivery', id, null, null],
  ['donation', id, null, null],
  ['webhook', id, null, null],
  ['withdrawal', id, null, null],
  ['of_a_later_version', '7', 'of_a_later_version: 7', 'of_a_later_version: 7'],
] as const;

afterEach(() => setLanguage('en'));

it('every detail that the server writes is said in both languages', async () => {
  const inEnglish = table.map(([name, value]) => detailWords(name, value));
  setLanguage('es');
  await loadTexts('admin');
  const inSpanish = table.map(([name, value]) => detailWords(name, value));
  expect(inEnglish).toEqual(table.map(([, , english]) => english));
  expect(inSpanish).toEqual(table.map(([, , , spanish]) => spanish));
  const tried = new Set<string>(table.map(([name]) => name));
  expect(auditDetails.filter((name) => !tried.has(name))).toEqual([]);
});
