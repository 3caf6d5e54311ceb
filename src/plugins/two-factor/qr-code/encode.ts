import { encodeCodewords } from './codewords.js'
import { applyBestMask } from './mask.js'
import { createMatrix, type QrMatrix } from './matrix.js'
import { findQrVersion } from './version.js'

/**
 * Encodes a text as a QR code (ISO/IEC 18004) in byte mode, as UTF-8, with error correction level M, in the smallest size.
 *
 * @throws RangeError if the text has more than 2331 bytes
 */
export function encodeQrCode(text: string): QrMatrix {
  const bytes = new TextEncoder().encode(text)
  const version = findQrVersion(bytes.length)
  if (!version) throw new RangeError(`A QR code can hold 2331 bytes; the text has ${bytes.length}.`)
  const matrix = createMatrix(version)
  fillWithCodewords(matrix, encodeCodewords(bytes, version))
  return applyBestMask(matrix)
}

/** Fills the free modules with bits. Those that remain stay light. ISO/IEC 18004 section 7.7.3. */
function fillWithCodewords(matrix: QrMatrix, codewords: Uint8Array): void {
  let index = 0
  for (const [x, y] of walkModules(matrix.size)) {
    if (matrix.isReserved(x, y)) continue
    const codeword = codewords[index >>> 3] ?? 0
    matrix.setModule(x, y, (codeword >>> (7 - (index & 7))) & 1)
    index++
  }
}

/** Walks through pairs of columns from right to left, in turn up and down. The column of the timing pattern is skipped. */
function* walkModules(size: number): Generator<readonly [x: number, y: number]> {
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      yield [right, y]
      yield [right - 1, y]
    }
    isUpward = !isUpward
  }
}
