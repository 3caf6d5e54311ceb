import * as seam from '#crypto'

type Words = readonly [number, number, number, number]

/** Of each round: how three words are mixed, how the block is walked through, and by how much is turned. */
const rounds = [
  { mix: (b: number, c: number, d: number) => (b & c) | (~b & d), start: 0, step: 1, turns: [7, 12, 17, 22] },
  { mix: (b: number, c: number, d: number) => (b & d) | (c & ~d), start: 1, step: 5, turns: [5, 9, 14, 20] },
  { mix: (b: number, c: number, d: number) => b ^ c ^ d, start: 5, step: 3, turns: [4, 11, 16, 23] },
  { mix: (b: number, c: number, d: number) => c ^ (b | ~d), start: 0, step: 7, turns: [6, 10, 15, 21] },
] as const

/**
 * RFC 1321, as hex. Only for providers that want their requests signed with it, as Web Crypto has it no more: it
 * protects nothing of ours.
 */
export function md5Hex(text: string): string {
  const message = padded(text)
  let state: Words = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < message.byteLength; at += 64) state = withBlock(state, message, at)
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word, true)
  return seam.toHex(new Uint8Array(digest.buffer))
}

/** Section 3.1 and 3.2: whole blocks of 64 bytes, the length in bits at the end. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, bytes.length * 8, true)
  return view
}

/** Section 3.4. */
function withBlock(state: Words, message: DataView, at: number): Words {
  let [a, b, c, d] = state
  for (const [round, { mix, start, step, turns }] of rounds.entries()) {
    for (let index = 0; index < 16; index++) {
      const sine = Math.floor(Math.abs(Math.sin(round * 16 + index + 1)) * 2 ** 32)
      const word = message.getUint32(at + ((start + index * step) % 16) * 4, true)
      const sum = (a + mix(b, c, d) + sine + word) | 0
      const turn = turns[index % 4] ?? 0
      ;[a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0]
    }
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0]
}
