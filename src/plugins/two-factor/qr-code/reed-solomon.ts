/**
 * Reed-Solomon codes over GF(2^8) with the polynomial of QR codes: ISO/IEC 18004, section 7.5.2.
 *
 * @module
 */

/** x^8 + x^4 + x^3 + x^2 + 1. */
const fieldPolynomial = 0x11d

/** Computes the error correction codewords of a block: the remainder of its division by the generator polynomial. */
export function computeErrorCorrection(data: Uint8Array, length: number): Uint8Array {
  const generator = computeGenerator(length)
  const remainder = new Uint8Array(length)
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0)
    remainder.copyWithin(0, 1)
    remainder[length - 1] = 0
    for (const [index, coefficient] of generator.entries())
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor)
  }
  return remainder
}

/** Computes (x - 2^0)(x - 2^1)...(x - 2^(degree - 1)), without its leading 1, highest power first. */
function computeGenerator(degree: number): Uint8Array {
  const coefficients = new Uint8Array(degree)
  coefficients[degree - 1] = 1
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let index = 0; index < degree; index++)
      coefficients[index] = multiply(coefficients[index] ?? 0, root) ^ (coefficients[index + 1] ?? 0)
    root = multiply(root, 2)
  }
  return coefficients
}

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * fieldPolynomial)
    if ((b >>> bit) & 1) product ^= a
  }
  return product
}
