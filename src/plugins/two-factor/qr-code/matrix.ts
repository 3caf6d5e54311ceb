import { listAlignmentCenters, type QrVersion } from './version.js'

/** The square of modules of a QR code. Function patterns are reserved: no data and no mask changes them. */
export class QrMatrix {
  readonly size: number
  readonly #dark: Uint8Array
  readonly #reserved: Uint8Array

  constructor(size: number, copied?: QrMatrix) {
    this.size = size
    this.#dark = copied ? copied.#dark.slice() : new Uint8Array(size * size)
    this.#reserved = copied ? copied.#reserved : new Uint8Array(size * size)
  }

  /** Returns a copy whose modules can be changed, with the same function patterns. */
  clone(): QrMatrix {
    return new QrMatrix(this.size, this)
  }

  isDark(x: number, y: number): boolean {
    return this.#dark[y * this.size + x] === 1
  }

  isReserved(x: number, y: number): boolean {
    return this.#reserved[y * this.size + x] === 1
  }

  /** Sets a module: 1 is dark, 0 is light. */
  setModule(x: number, y: number, bit: number): void {
    this.#dark[y * this.size + x] = bit
  }

  /** Sets a module of a function pattern. */
  reserve(x: number, y: number, bit: number): void {
    this.setModule(x, y, bit)
    this.#reserved[y * this.size + x] = 1
  }
}

/** Creates a matrix with the function patterns of a version. Format information is reserved, but not yet set. */
export function createMatrix(version: QrVersion): QrMatrix {
  const matrix = new QrMatrix(version.size)
  drawTimingPatterns(matrix)
  drawFinderPatterns(matrix)
  drawAlignmentPatterns(matrix, version)
  setFormatBits(matrix, 0)
  if (version.number >= 7) drawVersionBits(matrix, version)
  return matrix
}

/** Sets the level M and the mask in both copies of the format information: ISO/IEC 18004 section 7.9. */
export function setFormatBits(matrix: QrMatrix, mask: number): void {
  const { size } = matrix
  // Level M is 00.
  const bits = appendRemainder(mask, 10, 0x537) ^ 0x5412
  for (let index = 0; index < 15; index++) {
    const bit = (bits >>> index) & 1
    // Row and column 6 have the timing pattern.
    const near = index < 6 ? index : index + 1
    if (index < 8) {
      matrix.reserve(8, near, bit)
      matrix.reserve(size - 1 - index, 8, bit)
    } else {
      matrix.reserve(index === 8 ? 7 : 14 - index, 8, bit)
      matrix.reserve(8, size - 15 + index, bit)
    }
  }
  matrix.reserve(8, size - 8, 1)
}

function drawTimingPatterns(matrix: QrMatrix): void {
  for (let index = 0; index < matrix.size; index++) {
    matrix.reserve(6, index, 1 - (index % 2))
    matrix.reserve(index, 6, 1 - (index % 2))
  }
}

/** Draws the three finder patterns with their light separators. */
function drawFinderPatterns(matrix: QrMatrix): void {
  const far = matrix.size - 4
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    drawRings(matrix, { x, y, radius: 4, lightRings: [2, 4] })
}

function drawAlignmentPatterns(matrix: QrMatrix, version: QrVersion): void {
  const centers = listAlignmentCenters(version)
  const last = centers.at(-1)
  for (const x of centers) {
    for (const y of centers) {
      const isAtFinderPattern = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isAtFinderPattern) drawRings(matrix, { x, y, radius: 2, lightRings: [1] })
    }
  }
}

interface Rings {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly lightRings: readonly number[]
}

/** Draws concentric squares, except outside of the matrix. */
function drawRings(matrix: QrMatrix, { x, y, radius, lightRings }: Rings): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const isInside = [x + dx, y + dy].every(position => position >= 0 && position < matrix.size)
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      if (isInside) matrix.reserve(x + dx, y + dy, lightRings.includes(ring) ? 0 : 1)
    }
  }
}

/** Draws both copies of the version information: ISO/IEC 18004 section 7.10. */
function drawVersionBits(matrix: QrMatrix, { number }: QrVersion): void {
  const bits = appendRemainder(number, 12, 0x1f25)
  for (let index = 0; index < 18; index++) {
    const bit = (bits >>> index) & 1
    const far = matrix.size - 11 + (index % 3)
    const near = Math.floor(index / 3)
    matrix.reserve(far, near, bit)
    matrix.reserve(near, far, bit)
  }
}

/** Appends `length` bits of error correction: the remainder of the division by a polynomial of that degree. */
function appendRemainder(data: number, length: number, polynomial: number): number {
  let remainder = data
  for (let round = 0; round < length; round++)
    remainder = (remainder << 1) ^ ((remainder >>> (length - 1)) * polynomial)
  return (data << length) | remainder
}
