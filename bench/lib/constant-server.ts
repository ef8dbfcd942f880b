import { createServer } from 'node:http';

/** A bare `node:http` server that answers every request with one JSON text: the floor of what Node can do. */
const [port, body = ''] = process.argv.slice(2);

createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
