import * as platform from '#crypto'

type Md5State = readonly [number, number, number, number]

/** The rounds of RFC 1321 section 3.4: the mixing function, the word order and the rotations. */
const rounds = [
  {
    mix: (b: number, c: number, d: number) => (b & c) | (~b & d),
    start: 0,
    step: 1,
    rotations: [7, 12, 17, 22],
  },
  {
    mix: (b: number, c: number, d: number) => (b & d) | (c & ~d),
    start: 1,
    step: 5,
    rotations: [5, 9, 14, 20],
  },
  { mix: (b: number, c: number, d: number) => b ^ c ^ d, start: 5, step: 3, rotations: [4, 11, 16, 23] },
  { mix: (b: number, c: number, d: number) => c ^ (b | ~d), start: 0, step: 7, rotations: [6, 10, 15, 21] },
] as const

/**
 * Computes an MD5 digest (RFC 1321) as lower-case hex. Web Crypto does not provide MD5. Only for providers
 * that require requests signed with it: it protects nothing in Latchkey.
 */
export function hashMd5Hex(text: string): string {
  const message = padMessage(text)
  let state: Md5State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let offset = 0; offset < message.byteLength; offset += 64) state = applyBlock(state, message, offset)
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true)
  return platform.toHex(new Uint8Array(digest.buffer))
}

/** Pads the message to blocks of 64 bytes that end with the length in bits, RFC 1321 sections 3.1 and 3.2. */
function padMessage(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const paddedBytes = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  paddedBytes.set(bytes)
  paddedBytes[bytes.length] = 0x80
  const view = new DataView(paddedBytes.buffer)
  view.setUint32(paddedBytes.length - 8, bytes.length * 8, true)
  return view
}

/** Applies one block, RFC 1321 section 3.4. */
function applyBlock(state: Md5State, message: DataView, offset: number): Md5State {
  let [a, b, c, d] = state
  for (const [round, { mix, start, step, rotations }] of rounds.entries()) {
    for (let index = 0; index < 16; index++) {
      const sine = Math.floor(Math.abs(Math.sin(round * 16 + index + 1)) * 2 ** 32)
      const word = message.getUint32(offset + ((start + index * step) % 16) * 4, true)
      const sum = (a + mix(b, c, d) + sine + word) | 0
      const rotation = rotations[index % 4] ?? 0
      ;[a, d, c, b] = [d, c, b, (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0]
    }
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0]
}
