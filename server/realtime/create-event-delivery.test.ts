import { expect, test, vi } from 'vitest';
import { rooms } from '#server/app/rooms.ts';
import { createEventDelivery } from './create-event-delivery.ts';
import { RoomMembers } from './room-members.ts';
import type { LiveSocket } from './socket-state.ts';

test('an alert goes to nobody who is the overlay of another streamer, though the socket is in the room', () => {
  const members = new RoomMembers();
  const [hers, his] = ['ada', 'kat'].map((userId) => {
    const overlay = { userId, isCounted: true, takesAlerts: true, isVisible: true, sent: null };
    const emit = vi.fn<() => void>();
    members.join({ connected: true, data: { overlay }, emit } as unknown as LiveSocket, rooms.overlay('ada'));
    return emit;
  });
  const delivery = createEventDelivery(members);
  const body = { id: 'donation', alertId: 'alert' };
  delivery.deliver({ room: rooms.overlay('ada'), name: 'show_donation', body }, 0);

  expect(hers).toHaveBeenCalledExactlyOnceWith('show_donation', body);
  expect(his).not.toHaveBeenCalled();
});
