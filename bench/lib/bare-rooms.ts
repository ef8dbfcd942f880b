import { WebSocketServer, type WebSocket } from 'ws';
import { mostWaitingConnections } from '#server/http/connections.ts';

/** As many as Brava allows: the system's own limit is what counts on both sides. */
const backlog = mostWaitingConnections;

/**
 * The floor, as a process of its own (`node bare-rooms.ts PORT`): a bare `ws` server whose sockets say which room they
 * belong to and are told that they are in it. Nothing is looked up, nothing written, nobody is pinged.
 */
const rooms = new Map<string, Set<WebSocket>>();
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]), backlog });
server.on('connection', (socket) => {
  let room = '';
  socket.on('message', (data: Buffer) => {
    room = (JSON.parse(data.toString('utf8')) as { room: string }).room;
    const members = rooms.get(room) ?? new Set();
    rooms.set(room, members.add(socket));
    socket.send('{"admitted":true}');
  });
  socket.on('close', () => rooms.get(room)?.delete(socket));
});
server.on('listening', () => console.log('Brava is ready, as far as its floor is concerned.'));
process.once('SIGTERM', () => process.exit(0));
