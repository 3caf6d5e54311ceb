import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { computeContrast, parseColor } from '../../src/pages/color.js'

const folder = new URL('../../src/providers/marks/', import.meta.url)
const modules = readdirSync(folder).map(name => name.slice(0, -'.ts'.length))

test.each(modules)('the mark of %s is small, asks nobody for anything, and can be made out', async module => {
  const { default: mark } = (await import(`../../src/providers/marks/${module}.ts`)) as { default: string }

  expect(Buffer.byteLength(mark)).toBeLessThanOrEqual(2000)
  expect(mark).not.toMatch(/href|url\(|style=|<script|<image|<use|\son\w+=|https?:/i)

  const [, ground] = /^<rect [^>]*fill="([^"]+)"/.exec(mark) ?? []
  const [, ink] = /<svg [^>]*fill="([^"]+)"/.exec(mark) ?? []
  if (ink === undefined) return
  const [light, dark] = [parseColor(ground)?.luminance, parseColor(ink)?.luminance]
  expect(computeContrast(light ?? Number.NaN, dark ?? Number.NaN)).toBeGreaterThanOrEqual(3)
})
