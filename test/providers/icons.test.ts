import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { computeContrast, parseColor } from '../../src/pages/color.js'

const folder = new URL('../../src/providers/icons/', import.meta.url)
const modules = readdirSync(folder).map(name => name.slice(0, -'.ts'.length))

test.each(modules)('the icon of %s is small, loads no resources and has enough contrast', async module => {
  const { default: icon } = (await import(`../../src/providers/icons/${module}.ts`)) as { default: string }

  expect(Buffer.byteLength(icon)).toBeLessThanOrEqual(2000)
  expect(icon).not.toMatch(/href|url\(|style=|<script|<image|<use|\son\w+=|https?:/i)

  const [, background] = /^<rect [^>]*fill="([^"]+)"/.exec(icon) ?? []
  const [, foreground] = /<svg [^>]*fill="([^"]+)"/.exec(icon) ?? []
  if (foreground === undefined) return
  const [light, dark] = [parseColor(background)?.luminance, parseColor(foreground)?.luminance]
  expect(computeContrast(light ?? Number.NaN, dark ?? Number.NaN)).toBeGreaterThanOrEqual(3)
})
