/**
 * A sign-in page of twenty names is read, one of twenty marks is recognised. The marks come from well-kept collections
 * that allow it, are drawn small, and are committed: a page asks no other host for them, and what it shows can be read
 * in a review. Whoever is in no collection keeps the first letter of its name.
 *
 * `node tools/icons.js` writes src/providers/marks. Which mark whose is, is in tools/icons/choices.json: an icon of a
 * collection, and the ground that it stands on; without one it has colours of its own, and stands on white.
 *
 * @module
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'

const folder = 'src/providers/marks'
const packageFolder = join(projectRoot, 'tools/marks')
/** Bytes that a mark may have. */
const maxBytes = 2000

async function writeIcons() {
  await installDependencies(packageFolder)
  const { require, optimize } = await loadCollections()
  const target = join(projectRoot, folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const choices = Object.entries(readJson(join(packageFolder, 'choices.json')))
  let left = 0
  for (const [module, choice] of choices) {
    const { svg, license } = renderIcon(require, optimize, choice)
    if (svg.length > maxBytes) {
      console.log(`${module}: ${svg.length} bytes are too many; it keeps its letter.`)
      left++
    } else writeFileSync(join(target, `${module}.ts`), renderFile({ choice, mark: svg, license }))
  }
  console.log(`${choices.length - left} marks written to ${folder}.`)
}

async function loadCollections() {
  const require = createRequire(join(packageFolder, 'package.json'))
  const { optimize } = await import(pathToFileURL(require.resolve('svgo')).href)
  return { require, optimize }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function renderFile({ choice, mark: svg, license }) {
  return `/** \`${choice.icon}\` of Iconify, ${license}. Drawn by \`node tools/icons.js\`. */\nexport default '${svg.replaceAll("'", "\\'")}'\n`
}

/** A tile of 24 by 24, and the icon on it. */
function renderIcon(require, optimize, { icon, colour: color }) {
  const [set, name] = icon.split(':')
  const { icons, aliases = {}, width = 16, height = 16 } = require(`@iconify-json/${set}/icons.json`)
  const { license } = require(`@iconify-json/${set}/info.json`)
  const entry = icons[name] ?? icons[aliases[name]?.parent]
  if (!entry) throw new Error(`${icon} is not there.`)
  const { left = 0, top = 0 } = entry
  const box = [left, top, entry.width ?? width, entry.height ?? height].join(' ')
  const body = runSvgo(optimize, { box, body: entry.body.replaceAll(' fill="currentColor"', '') })
  const fill = color ? ` fill="${getTextColorOn(color)}"` : ''
  const drawing = `<svg x="4.5" y="4.5" width="15" height="15" ${body
    .replace(/^<svg/, '')
    .replace(/ xmlns="[^"]*"/, '')
    .trimStart()
    .replace('>', `${fill}>`)}`
  return { svg: `${renderBackground(color)}${drawing}`, license: license.title }
}

/** White and what is nearly white would melt into the button. */
function renderBackground(color = '#fff') {
  const isPale = computeLuminance(color) > 0.8
  return isPale
    ? `<rect x=".5" y=".5" width="23" height="23" rx="5.5" fill="${color}" stroke="#8888"/>`
    : `<rect width="24" height="24" rx="6" fill="${color}"/>`
}

function runSvgo(optimize, { box, body }) {
  const plugins = ['preset-default', 'convertStyleToAttrs', 'removeDimensions']
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>`
  return optimize(svg, { multipass: true, floatPrecision: Number(box.split(' ')[2]) > 100 ? 0 : 2, plugins })
    .data
}

/** WCAG 2.2, 1.4.11: what is recognised by its shape has 3:1. */
function getTextColorOn(color) {
  return computeContrast(1, computeLuminance(color)) >= 3 ? '#fff' : '#111'
}

function computeContrast(one, other) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function computeLuminance(color) {
  const hex = color.length === 4 ? [...color.slice(1)].map(digit => digit + digit).join('') : color.slice(1)
  const [red, green, blue] = [0, 2, 4]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

if (isMainModule(import.meta.url)) await writeIcons()
