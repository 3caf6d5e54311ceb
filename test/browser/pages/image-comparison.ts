import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

const getCommittedPath = (name: string) =>
  fileURLToPath(new URL(`../screenshots/${name}.png`, import.meta.url))
const getActualPath = (name: string) => fileURLToPath(new URL(`../actual/${name}.png`, import.meta.url))

/** The difference between two images. */
export interface Difference {
  /** The maximum number of different blocks in any region. */
  readonly worst: number
  /** The left and top edge of that region, in pixels. */
  readonly place: readonly [number, number]
  readonly picture: PNG
}

/**
 * Compares two images. Blocks of four by four pixels are averaged first, because rasterizers antialias text differently.
 * The result is the region with the most different blocks, not the sum: a moved element differs a lot in one region,
 * however large the image is.
 */
export function compareImages(one: PNG, other: PNG): Difference {
  if (one.width !== other.width || one.height !== other.height)
    return { worst: Infinity, place: [0, 0], picture: one }
  const [left, right] = [reduceResolution(one), reduceResolution(other)]
  const picture = new PNG({ width: left.width, height: left.height })
  const options = { threshold: 0.05, includeAA: true, diffMask: true }
  pixelmatch(left.data, right.data, picture.data, left.width, left.height, options)
  return { ...findWorstRegion(picture), picture }
}

/** The number of blocks that may differ in one region of eight by eight blocks. */
export const tolerance = 5

function findWorstRegion(mask: PNG): Pick<Difference, 'worst' | 'place'> {
  const regions = new Map<number, number>()
  for (let at = 0; at < mask.width * mask.height; at++) {
    if (mask.data[at * 4 + 3] === 0) continue
    const region = Math.floor(at / mask.width / 8) * mask.width + Math.floor((at % mask.width) / 8)
    regions.set(region, (regions.get(region) ?? 0) + 1)
  }
  const [[region, worst] = [0, 0]] = [...regions].sort(([, one], [, other]) => other - one)
  const toPixels = (blocks: number) => blocks * 8 * 4
  return { worst, place: [toPixels(region % mask.width), toPixels(Math.floor(region / mask.width))] }
}

/**
 * Compares an image with the committed screenshot of this name. Returns an error message, or null if they match.
 * `UPDATE_SCREENSHOTS=1` replaces the committed screenshot.
 */
export function compareWithCommitted(name: string, taken: PNG): string | null {
  if (process.env.UPDATE_SCREENSHOTS) {
    write(getCommittedPath(name), taken)
    return null
  }
  if (!existsSync(getCommittedPath(name))) {
    write(getActualPath(name), taken)
    return `${name}: no screenshot is committed. Check ${getActualPath(name)}, then run with UPDATE_SCREENSHOTS=1.`
  }
  const { worst, place, picture } = compareImages(PNG.sync.read(readFileSync(getCommittedPath(name))), taken)
  if (worst <= tolerance) return null
  write(getActualPath(name), taken)
  write(getActualPath(`${name}-difference`), picture)
  return `${name}: the screenshot differs, most at ${place.join(', ')} (${worst} blocks). Check ${getActualPath(name)}. Run with UPDATE_SCREENSHOTS=1 to accept it.`
}

/** Arranges images in a grid. */
export function combineImages(pictures: readonly PNG[], columns: number): PNG {
  const gap = 16
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) =>
    pictures.slice(row * columns, (row + 1) * columns),
  )
  const getRowWidth = (row: readonly PNG[]) => row.reduce((sum, picture) => sum + picture.width + gap, -gap)
  const getRowHeight = (row: readonly PNG[]) => Math.max(...row.map(picture => picture.height))
  const width = Math.max(...rows.map(getRowWidth))
  const height = rows.reduce((sum, row) => sum + getRowHeight(row) + gap, -gap)
  const whole = new PNG({ width, height, fill: true })
  whole.data.fill(128)
  let top = 0
  for (const row of rows) {
    let left = 0
    for (const picture of row) {
      PNG.bitblt(picture, whole, 0, 0, picture.width, picture.height, left, top)
      left += picture.width + gap
    }
    top += getRowHeight(row) + gap
  }
  return removeTransparency(whole)
}

function removeTransparency(picture: PNG): PNG {
  for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255
  return picture
}

function reduceResolution(picture: PNG): PNG {
  const side = 4
  const small = new PNG({ width: Math.ceil(picture.width / side), height: Math.ceil(picture.height / side) })
  const sums = new Float64Array(small.width * small.height * 4)
  const counts = new Uint8Array(small.width * small.height)
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const block = Math.floor(y / side) * small.width + Math.floor(x / side)
      counts[block] = (counts[block] ?? 0) + 1
      for (let channel = 0; channel < 4; channel++) {
        const value = picture.data[(y * picture.width + x) * 4 + channel] ?? 0
        sums[block * 4 + channel] = (sums[block * 4 + channel] ?? 0) + value
      }
    }
  }
  sums.forEach((sum, at) => {
    small.data[at] = Math.round(sum / (counts[Math.floor(at / 4)] ?? 1))
  })
  return small
}

function write(file: string, picture: PNG): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 }),
  )
}
