import { type QrMatrix, setFormatBits } from './matrix.js'

/** The mask patterns of ISO/IEC 18004 table 10: whether a module is inverted. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Dark and light modules that look like a finder pattern, with four light modules on one side. */
const finderLikePatterns = ['10111010000', '00001011101']

/** Applies each mask and returns the matrix with the lowest penalty: ISO/IEC 18004 section 7.8.3. */
export function applyBestMask(matrix: QrMatrix): QrMatrix {
  const candidates = masks.map((_, mask) => applyMask(matrix, mask))
  const penalties = candidates.map(computePenalty)
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? matrix
}

function applyMask(matrix: QrMatrix, mask: number): QrMatrix {
  const masked = matrix.clone()
  const isInverted = masks[mask]
  for (let y = 0; y < matrix.size; y++)
    for (let x = 0; x < matrix.size; x++)
      if (isInverted?.(x, y) && !matrix.isReserved(x, y)) masked.setModule(x, y, matrix.isDark(x, y) ? 0 : 1)
  setFormatBits(masked, mask)
  return masked
}

function computePenalty(matrix: QrMatrix): number {
  const lines = listLines(matrix)
  const linePenalty = lines.reduce(
    (sum, line) => sum + computeRunPenalty(line) + computeFinderPenalty(line),
    0,
  )
  return linePenalty + computeBlockPenalty(matrix) + computeBalancePenalty(matrix)
}

/** Lists rows and columns as texts of `0` and `1`. */
function listLines(matrix: QrMatrix): readonly string[] {
  const positions = Array.from({ length: matrix.size }, (_, index) => index)
  const toDigit = (x: number, y: number) => (matrix.isDark(x, y) ? '1' : '0')
  return positions.flatMap(line => [
    positions.map(x => toDigit(x, line)).join(''),
    positions.map(y => toDigit(line, y)).join(''),
  ])
}

/** Returns 3 for each run of five modules of one color, and 1 for each further module. */
function computeRunPenalty(line: string): number {
  return [...line.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0)
}

/** Returns 40 for each pattern that a reader can mistake for a finder pattern. */
function computeFinderPenalty(line: string): number {
  return finderLikePatterns.reduce((sum, pattern) => sum + 40 * countOccurrences(line, pattern), 0)
}

function countOccurrences(text: string, pattern: string): number {
  let count = 0
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) count++
  return count
}

/** Returns 3 for each square of four modules of one color. */
function computeBlockPenalty(matrix: QrMatrix): number {
  let penalty = 0
  for (let y = 1; y < matrix.size; y++)
    for (let x = 1; x < matrix.size; x++) if (isBlock(matrix, x, y)) penalty += 3
  return penalty
}

function isBlock(matrix: QrMatrix, x: number, y: number): boolean {
  const isDark = matrix.isDark(x, y)
  return (
    isDark === matrix.isDark(x - 1, y) &&
    isDark === matrix.isDark(x, y - 1) &&
    isDark === matrix.isDark(x - 1, y - 1)
  )
}

/** Returns 10 for each 5 % by which the share of dark modules differs from 50 %. */
function computeBalancePenalty(matrix: QrMatrix): number {
  let dark = 0
  for (let y = 0; y < matrix.size; y++) for (let x = 0; x < matrix.size; x++) if (matrix.isDark(x, y)) dark++
  const percent = (dark * 100) / matrix.size ** 2
  return Math.floor(Math.abs(percent - 50) / 5) * 10
}
