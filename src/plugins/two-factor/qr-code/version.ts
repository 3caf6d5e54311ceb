/**
 * The size and the block structure of QR codes with error correction level M: ISO/IEC 18004, tables 1, 9 and E.1.
 *
 * @module
 */

/** Error correction codewords of each block, from version 1 to 40. */
const correctionLengths = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]

/** Number of blocks, from version 1 to 40. */
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

/** A version of QR codes, with error correction level M. */
export interface QrVersion {
  /** 1 to 40. */
  readonly number: number
  /** Modules per side. */
  readonly size: number
  /** Codewords for data and error correction. */
  readonly codewordCount: number
  readonly dataLength: number
  readonly blockCount: number
  /** Error correction codewords of each block. */
  readonly correctionLength: number
  /** Bits of the character count. */
  readonly countBits: 8 | 16
}

/** Finds the smallest version for a number of bytes. Returns null if there are more than 2331. */
export function findQrVersion(byteCount: number): QrVersion | null {
  for (let number = 1; number <= 40; number++) {
    const version = describeVersion(number)
    // The mode indicator has 4 bits.
    if (4 + version.countBits + byteCount * 8 <= version.dataLength * 8) return version
  }
  return null
}

/** Lists the coordinates of the centers of the alignment patterns, in both directions. */
export function listAlignmentCenters({ number, size }: QrVersion): readonly number[] {
  if (number === 1) return []
  const count = countAlignmentCenters(number)
  const step = number === 32 ? 26 : Math.ceil((number * 4 + 4) / (count * 2 - 2)) * 2
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 6 : size - 7 - (count - 1 - index) * step,
  )
}

function describeVersion(number: number): QrVersion {
  const blockCount = blockCounts[number - 1] ?? 0
  const correctionLength = correctionLengths[number - 1] ?? 0
  const codewordCount = Math.floor(countDataModules(number) / 8)
  return {
    number,
    size: number * 4 + 17,
    codewordCount,
    dataLength: codewordCount - blockCount * correctionLength,
    blockCount,
    correctionLength,
    countBits: number < 10 ? 8 : 16,
  }
}

function countAlignmentCenters(number: number): number {
  return Math.floor(number / 7) + 2
}

/** Counts the modules that are not part of a function pattern. */
function countDataModules(number: number): number {
  const withoutAlignment = (16 * number + 128) * number + 64
  if (number === 1) return withoutAlignment
  const count = countAlignmentCenters(number)
  const alignmentModules = (25 * count - 10) * count - 55
  const versionModules = number >= 7 ? 36 : 0
  return withoutAlignment - alignmentModules - versionModules
}
