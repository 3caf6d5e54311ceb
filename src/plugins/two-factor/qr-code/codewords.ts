import { computeErrorCorrection } from './reed-solomon.js'
import type { QrVersion } from './version.js'

/** Encodes bytes in byte mode, with error correction, in the order in which a matrix holds them: ISO/IEC 18004 sections 7.4 to 7.6. */
export function encodeCodewords(bytes: Uint8Array, version: QrVersion): Uint8Array {
  const blocks = splitIntoBlocks(encodeData(bytes, version), version)
  const corrections = blocks.map(block => computeErrorCorrection(block, version.correctionLength))
  return Uint8Array.from([...interleave(blocks), ...interleave(corrections)])
}

/** Encodes mode, length, bytes and padding. */
function encodeData(bytes: Uint8Array, { countBits, dataLength }: QrVersion): Uint8Array {
  const bits = ['0100', toBits(bytes.length, countBits), ...Array.from(bytes, byte => toBits(byte, 8))].join(
    '',
  )
  // The terminator has 4 bits, or as many as fit. Zeros then fill the byte.
  const withTerminator = bits.padEnd(Math.min(bits.length + 4, dataLength * 8), '0')
  const padded = withTerminator.padEnd(Math.ceil(withTerminator.length / 8) * 8, '0')
  const data = new Uint8Array(dataLength)
  for (let index = 0; index < dataLength; index++) {
    const start = index * 8
    data[index] = start < padded.length ? Number.parseInt(padded.slice(start, start + 8), 2) : 0
  }
  for (let index = padded.length / 8, pad = 0xec; index < dataLength; index++, pad ^= 0xec ^ 0x11)
    data[index] = pad
  return data
}

function toBits(value: number, length: number): string {
  return value.toString(2).padStart(length, '0')
}

/** Splits data into blocks. The last ones are one codeword longer if the data cannot be divided evenly. */
function splitIntoBlocks(data: Uint8Array, { blockCount }: QrVersion): readonly Uint8Array[] {
  const shortLength = Math.floor(data.length / blockCount)
  const shortCount = blockCount - (data.length % blockCount)
  return Array.from({ length: blockCount }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - shortCount)
    return data.subarray(start, start + shortLength + (index < shortCount ? 0 : 1))
  })
}

/** Takes the first codeword of each block, then the second of each, and so on. */
function interleave(blocks: readonly Uint8Array[]): readonly number[] {
  const length = Math.max(...blocks.map(block => block.length))
  return Array.from({ length }, (_, index) => blocks.flatMap(block => block[index] ?? [])).flat()
}
