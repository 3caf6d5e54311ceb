import * as platform from '#crypto'

type Md5State = readonly [number, number, number, number]

/** Of each round: how three words are mixed, how the block is walked through, and by how much is turned. */
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
 * RFC 1321, as hex. Only for providers that want their requests signed with it, as Web Crypto has it no more: it
 * protects nothing of ours.
 */
export function hashMd5Hex(text: string): string {
  const message = padMessage(text)
  let state: Md5State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let offset = 0; offset < message.byteLength; offset += 64) state = applyBlock(state, message, offset)
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true)
  return platform.toHex(new Uint8Array(digest.buffer))
}

/** Section 3.1 and 3.2: whole blocks of 64 bytes, the length in bits at the end. */
function padMessage(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const paddedBytes = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  paddedBytes.set(bytes)
  paddedBytes[bytes.length] = 0x80
  const view = new DataView(paddedBytes.buffer)
  view.setUint32(paddedBytes.length - 8, bytes.length * 8, true)
  return view
}

/** Section 3.4. */
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
