import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** A client of a WebSocket, or a refused one. */
export interface Socket {
  /** The status of the handshake: 101 for an open socket. */
  readonly status: number
  send(text: string): void
  /** Returns the next message, or the code and the reason with which the server closed the socket. */
  receive(): Promise<string>
  close(): void
}

const opcodes = { text: 1, close: 8 }

/** Opens a WebSocket with headers, which the `WebSocket` of browsers and of Node cannot send. Messages have up to 125 bytes. */
export async function openSocket(url: string, headers: Readonly<Record<string, string>>): Promise<Socket> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-fetch-mode': 'websocket',
  }
  const client = request(url, { headers: { ...handshake, ...headers } }).end()
  return Promise.race([
    once(client, 'upgrade').then(([, duplex, head]) => createSocket(duplex, head)),
    once(client, 'response').then(([response]) => {
      response.resume()
      return { ...refused, status: response.statusCode }
    }),
  ])
}

const refused = {
  send: () => {},
  receive: () => Promise.reject(new Error('The socket was refused.')),
  close: () => {},
}

function createSocket(duplex: Duplex, head: Buffer): Socket {
  const frames = readFrames(duplex, head)
  return {
    status: 101,
    send: text => void duplex.write(encodeFrame(text)),
    receive: async () => (await frames.next()).value ?? 'closed without a code',
    close: () => void duplex.destroy(),
  }
}

/** RFC 6455 section 5.2: a client masks what it sends. A mask of zeros changes nothing. */
function encodeFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x80 | opcodes.text, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

async function* readFrames(duplex: Duplex, head: Buffer): AsyncGenerator<string, undefined> {
  let bytes = head
  const chunks: AsyncIterator<Buffer> = duplex[Symbol.asyncIterator]()
  while (true) {
    const [first = 0, length = 0] = bytes
    if (bytes.length >= 2 && bytes.length >= 2 + length) {
      yield decodePayload(first & 0x0f, bytes.subarray(2, 2 + length))
      bytes = bytes.subarray(2 + length)
      continue
    }
    const { value, done } = await chunks.next()
    if (done) return undefined
    bytes = Buffer.concat([bytes, value])
  }
}

function decodePayload(opcode: number, payload: Buffer): string {
  if (opcode !== opcodes.close) return payload.toString()
  return `closed with ${payload.readUInt16BE()}: ${payload.subarray(2)}`
}
