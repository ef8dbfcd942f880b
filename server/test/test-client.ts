import { randomBytes } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import type { RouteName, RouteReply } from '#contract/routes.ts';
import { routes } from '#contract/routes.ts';
import type { ClientToServer, ServerEvent, ServerPayload, ServerToClient } from '#contract/events.ts';

type LiveSocket = Socket<ServerToClient, ClientToServer>;

/** What came over a socket, in order. */
export interface Listener {
  socket: LiveSocket;
  /** Payloads of one event so far. */
  heard<E extends ServerEvent>(name: E): ServerPayload<E>[];
  close(): void;
}

/** Makes a call of the contract and returns status and body as they came. */
export async function request(
  url: string,
  name: RouteName,
  input: { params?: Record<string, string>; query?: string; body?: unknown; token?: string } = {},
): Promise<{ status: number; body: unknown }> {
  const route = routes[name];
  const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(input.params?.[key] ?? ''),
  );
  const response = await fetch(`${url}/api${path}${input.query ?? ''}`, {
    method: route.method,
    headers: {
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(input.token !== undefined && { authorization: `Bearer ${input.token}` }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Makes a call that must succeed. */
export async function call<N extends RouteName>(
  url: string,
  name: N,
  input: Parameters<typeof request>[2] = {},
): Promise<RouteReply<N>> {
  const { status, body } = await request(url, name, input);
  expect({ status, body }).toMatchObject({ status: routes[name].status });
  return body as RouteReply<N>;
}

/** A streamer with both codes. */
export type TestStreamer = RouteReply<'register'> & { username: string; widgetCode: string };

/** Registers a new streamer. */
export async function registerStreamer(url: string): Promise<TestStreamer> {
  const username = `s-${randomBytes(6).toString('hex')}`;
  const registered = await call(url, 'register', { body: { username, password: 'correct horse' } });
  const { linkCode } = await call(url, 'donationLink', { token: registered.token });
  return { ...registered, username, widgetCode: linkCode };
}

/** Connects to the namespace and keeps what it hears; closed when the test ends. */
export async function listen(
  url: string,
  auth: Record<string, string> = {},
  transports = ['websocket'],
): Promise<Listener> {
  const socket: LiveSocket = io(`${url}/api`, { transports, forceNew: true, auth });
  const heard: { name: string; payload: unknown }[] = [];
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }));
  onTestFinished(() => void socket.close());
  await vi.waitFor(() => expect(socket.connected).toBe(true), { timeout: 5000 });
  return {
    socket,
    heard: <E extends ServerEvent>(name: E) =>
      heard.filter((event) => event.name === name).map((event) => event.payload as ServerPayload<E>),
    close: () => void socket.close(),
  };
}

/** An overlay as OBS opens it. */
export async function openOverlay(
  url: string,
  linkCode: string,
  preview = false,
  transports?: string[],
): Promise<Listener> {
  const overlay = await listen(url, {}, transports);
  overlay.socket.emit('obs_connect', { linkCode, preview });
  await until(() => expect(overlay.heard('obs_connected')).toHaveLength(1));
  return overlay;
}

/**
 * Waits until the server has handled all that this socket said: its events are handled in their order, and this one is
 * refused.
 */
export async function handled(listener: Listener): Promise<void> {
  const before = listener.heard('error').length;
  listener.socket.emit('donation_connect', { id: 'nothing' });
  await until(() => expect(listener.heard('error')).toHaveLength(before + 1));
}

/** An overlay that acknowledges like ours: some time after each alert. */
export function acknowledgeAll(overlay: Listener, afterMs: number): void {
  overlay.socket.on('show_donation', ({ id, alertId }) => {
    setTimeout(() => overlay.socket.emit('mark_donation_shown', { donationId: id, alertId }), afterMs);
  });
}

/** The cards that an overlay shows: on a busy machine an alert is sent again before it is acknowledged, and ours drops it. */
export function cardsOf(overlay: Listener): ServerPayload<'show_donation'>[] {
  return [...new Map(overlay.heard('show_donation').map((card) => [card.alertId, card])).values()];
}

/** Waits for a condition. */
export async function until(check: () => unknown, timeout = 20_000): Promise<void> {
  await vi.waitFor(check, { timeout, interval: 15 });
}
