import { expect, test, vi } from 'vitest';
import { rooms } from '#server/app/rooms.ts';
import { createEventDelivery } from './create-event-delivery.ts';
import type { LiveNamespace } from './socket-state.ts';

test('an alert goes to nobody who is the overlay of another streamer, though the socket is in the room', () => {
  const seats = { hers: 'ada', his: 'kat' };
  const sockets = new Map(
    Object.entries(seats).map(([id, userId]) => {
      const overlay = { userId, isCounted: true, takesAlerts: true, isVisible: true, sent: null };
      return [id, { data: { overlay }, emit: vi.fn<() => void>() }];
    }),
  );
  const adapter = { rooms: new Map([[rooms.overlay('ada'), new Set(sockets.keys())]]) };
  const delivery = createEventDelivery({ sockets, adapter } as unknown as LiveNamespace);
  const body = { id: 'donation', alertId: 'alert' };
  delivery.deliver({ room: rooms.overlay('ada'), name: 'show_donation', body }, 0);

  expect(sockets.get('hers')?.emit).toHaveBeenCalledExactlyOnceWith('show_donation', body);
  expect(sockets.get('his')?.emit).not.toHaveBeenCalled();
});
