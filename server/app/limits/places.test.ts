import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';
import { createPlaces, type Places } from './places.ts';

const most = 3;

/** How many get in from each of so many networks of one line. */
function entering(places: Places, line: string, networks: number): number {
  let inside = 0;
  for (let network = 0; network < networks; network += 1)
    for (let place = 0; place < 9; place += 1)
      if (places.enter(clientNetwork(`${line}:${network.toString(16)}::1`), most)) inside += 1;
  return inside;
}

test.each([
  { inAll: 1000, ofLine: 48 },
  { inAll: 100, ofLine: 25 },
  { inAll: 8, ofLine: 3 },
])('of $inAll places one IPv6 line takes $ofLine, where each network may have 3', ({ inAll, ofLine }) => {
  const places = createPlaces(inAll);
  expect(entering(places, '2001:db8:1', 100)).toBe(ofLine);
  expect(entering(places, '2001:db8:2', 1)).toBe(most);
});

test('a place that is given back is free for its network, its line and everybody', () => {
  const places = createPlaces(8);
  const network = clientNetwork('2001:db8:1::1');
  entering(places, '2001:db8:1', 1);
  places.leave(network);
  expect(entering(places, '2001:db8:1', 2)).toBe(1);
  for (let place = 0; place < 5; place += 1) expect(places.enter(null, 0)).toBe(true);
  expect(places.hasRoom('192.0.2.1', most)).toBe(false);
  places.leave(null);
  expect(places.hasRoom('192.0.2.1', most)).toBe(true);
});
