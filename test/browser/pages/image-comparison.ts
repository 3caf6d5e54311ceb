import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

const committed = (name: string) => fileURLToPath(new URL(`../screenshots/${name}.png`, import.meta.url))
const actual = (name: string) => fileURLToPath(new URL(`../actual/${name}.png`, import.meta.url))

/** Where two pictures differ. */
export interface Difference {
  /** The most blocks that differ within any one place of the picture. */
  readonly worst: number
  readonly picture: PNG
}

/**
 * Compares two pictures. Blocks of four by four pixels are averaged first: another rasteriser draws the same letter
 * with other greys, which the average forgives. Then the worst place counts, not the sum: what has moved differs a lot
 * in one place, however large the picture is around it.
 */
export function difference(one: PNG, other: PNG): Difference {
  if (one.width !== other.width || one.height !== other.height) return { worst: Infinity, picture: one }
  const [left, right] = [averaged(one), averaged(other)]
  const picture = new PNG({ width: left.width, height: left.height })
  const options = { threshold: 0.05, includeAA: true, diffMask: true }
  pixelmatch(left.data, right.data, picture.data, left.width, left.height, options)
  return { worst: worstPlace(picture), picture }
}

/** How many blocks may differ in one place, which is eight by eight blocks. */
export const tolerance = 5

function worstPlace(mask: PNG): number {
  const places = new Map<number, number>()
  for (let at = 0; at < mask.width * mask.height; at++) {
    if (mask.data[at * 4 + 3] === 0) continue
    const place = Math.floor(at / mask.width / 8) * mask.width + Math.floor((at % mask.width) / 8)
    places.set(place, (places.get(place) ?? 0) + 1)
  }
  return Math.max(0, ...places.values())
}

/** Compares with the committed picture of this name, or null. `UPDATE_SCREENSHOTS=1` commits what is there now. */
export function mismatch(name: string, taken: PNG): string | null {
  if (process.env.UPDATE_SCREENSHOTS) {
    write(committed(name), taken)
    return null
  }
  if (!existsSync(committed(name))) {
    write(actual(name), taken)
    return `${name}: there is no committed screenshot. Look at ${actual(name)}, then run with UPDATE_SCREENSHOTS=1.`
  }
  const { worst, picture } = difference(PNG.sync.read(readFileSync(committed(name))), taken)
  if (worst <= tolerance) return null
  write(actual(name), taken)
  write(actual(`${name}-difference`), picture)
  return `${name}: it differs. Look at ${actual(name)}; UPDATE_SCREENSHOTS=1 accepts it.`
}

/** Pictures side by side, row by row. */
export function sheet(pictures: readonly PNG[], columns: number): PNG {
  const gap = 16
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) =>
    pictures.slice(row * columns, (row + 1) * columns),
  )
  const widthOf = (row: readonly PNG[]) => row.reduce((sum, picture) => sum + picture.width + gap, -gap)
  const heightOf = (row: readonly PNG[]) => Math.max(...row.map(picture => picture.height))
  const width = Math.max(...rows.map(widthOf))
  const height = rows.reduce((sum, row) => sum + heightOf(row) + gap, -gap)
  const whole = new PNG({ width, height, fill: true })
  whole.data.fill(128)
  let top = 0
  for (const row of rows) {
    let left = 0
    for (const picture of row) {
      PNG.bitblt(picture, whole, 0, 0, picture.width, picture.height, left, top)
      left += picture.width + gap
    }
    top += heightOf(row) + gap
  }
  return opaque(whole)
}

function opaque(picture: PNG): PNG {
  for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255
  return picture
}

function averaged(picture: PNG): PNG {
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
