import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { debianPackages } from '../../tools/setup.js'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
const inter = '/usr/share/fonts/opentype/inter'
const dejavu = '/usr/share/fonts/truetype/dejavu'
const microHei = '/usr/share/fonts/truetype/wqy'

/**
 * Starts Chromium. Close it after the tests. It uses only the font packages named here, so that a page looks the same on every
 * machine: Inter for text, DejaVu for Arabic and Hebrew, Micro Hei for Chinese and Japanese.
 *
 * @param extraArgs more arguments of Chromium
 */
export async function startChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  const missing = [executablePath, inter, dejavu, microHei].filter(path => !existsSync(path))
  if (missing.length > 0) {
    const command = `apt-get install -y --no-install-recommends ${debianPackages.join(' ')}`
    throw new Error(`The browser tests need ${missing.join(', ')}. Run as root: ${command}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-fonts-'))
  const env = { ...createEnvironment(), FONTCONFIG_FILE: buildFontConfiguration(folder) }
  const browser = await chromium.launch({ executablePath, env, args: [...args, ...extraArgs] })
  browser.once('disconnected', () => rmSync(folder, { recursive: true, force: true }))
  return browser
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--disable-lcd-text',
]

function createEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

const textFonts = ['Inter', 'DejaVu Sans', 'WenQuanYi Micro Hei']

function buildFontConfiguration(folder: string): string {
  const file = join(folder, 'fonts.conf')
  const prefer = (family: string, fonts: readonly string[]) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="assign" binding="strong">${fonts
      .map(font => `<string>${font}</string>`)
      .join('')}</edit></match>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${inter}</dir><dir>${dejavu}</dir><dir>${microHei}</dir><cachedir>${join(folder, 'cache')}</cachedir>
${prefer('system-ui', textFonts)}
${prefer('sans-serif', textFonts)}
${prefer('monospace', ['DejaVu Sans Mono'])}
</fontconfig>`,
  )
  return file
}
