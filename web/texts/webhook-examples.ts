/** A receiver of webhooks in Node, whole, with nothing installed. The guide shows it and a test runs it. */
export const nodeExample = `// receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
function isFromBrava(headers, body) {
  const id = headers['webhook-id'];
  const time = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const right = createHmac('sha256', key).update(id + '.' + time + '.').update(body).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
async function readBody(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > 65536) throw new Error('Brava sends less.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
createServer(async (request, response) => {
  // Whoever hangs up meanwhile must not end this program.
  const body = await readBody(request).catch(() => null);
  if (body === null || !isFromBrava(request.headers, body)) return response.writeHead(401).end();
  const message = JSON.parse(body);
  console.log(message.type, message.data.donatorName, message.data.amount);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 4000);`;

/** The same in Python, with nothing but its own library. */
export const pythonExample = `# receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
def is_from_brava(headers, body):
    message_id = headers.get("webhook-id", "")
    sent = headers.get("webhook-timestamp", "0")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{message_id}.{sent}.".encode() + body
    right = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), right) for one in given)
class Receiver(BaseHTTPRequestHandler):
    timeout = 10
    def do_POST(self):
        length = self.headers.get("content-length", "")
        # Brava sends less: what is longer is cut, and its signature is wrong.
        body = self.rfile.read(min(int(length), 65536)) if length.isdigit() else b""
        if not is_from_brava(self.headers, body):
            self.send_response(401)
        else:
            message = json.loads(body)
            print(message["type"], message["data"]["donatorName"], message["data"]["amount"], flush=True)
            self.send_response(204)
        self.end_headers()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()`;
