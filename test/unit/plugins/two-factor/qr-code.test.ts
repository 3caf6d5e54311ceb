import { createHash } from 'node:crypto'
import fc from 'fast-check'
import jsQr from 'jsqr'
import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { encodeQrCode } from '../../../../src/plugins/two-factor/qr-code/encode.js'
import { renderQrCode } from '../../../../src/plugins/two-factor/qr-code/svg.js'

const uri =
  'otpauth://totp/Acme%20Inc:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20Inc&algorithm=SHA1&digits=6&period=30'

/** The code of "a", drawn by `qrcode` 1.5.4. */
const matrixOfA = [
  '111111100101101111111',
  '100000101011001000001',
  '101110101101001011101',
  '101110101011001011101',
  '101110100100101011101',
  '100000100011001000001',
  '111111101010101111111',
  '000000001100000000000',
  '100000101011011001110',
  '100110000001110111001',
  '001011100110101100000',
  '010101011001111101010',
  '110100111101111111111',
  '000000001100100000101',
  '111111100111010011110',
  '100000100010001000111',
  '101110100111010011100',
  '101110100101111101000',
  '101110100101110111011',
  '100000100011111101000',
  '111111101010100100110',
]

/** The longest text of each version, and the digest of its rows, drawn by `qrcode` 1.5.4. */
const knownMatrices: [length: number, digest: string][] = [
  [14, '0584e5d2adf7b936'],
  [26, 'f1c0e63ca6f8b91e'],
  [42, 'a98ea4d0fdf607b6'],
  [62, '6231eefcffb1e3b6'],
  [84, '0188bfa3ac932a4d'],
  [106, '556b53c47ca6e1af'],
  [122, '2384e96ba5f1c49a'],
  [152, '3bb0e2cdb70bddf2'],
  [180, 'ba33cd1e542ef5ac'],
  [213, '8a81d8fce8da67b7'],
  [251, 'fccdeb819d96e5fa'],
  [287, '40a8e85ce5eafedc'],
  [331, 'c5dd275502b0bcb1'],
  [362, '47300d1d2753cd76'],
  [412, 'af52309d33b4d80b'],
  [450, 'e0930857e894ebe2'],
  [504, '6053d6346105acba'],
  [560, 'c6f90b77f0ba1d4f'],
  [624, 'c773d6b3c58c5417'],
  [666, 'ab5d169d433705d8'],
  [711, '2688994fbcaf9fd1'],
  [779, '4e1519971711e565'],
  [857, 'ac3f56c72a786fa0'],
  [911, 'c3a0cfda3ba8976a'],
  [997, 'aabe572f8ca2baaf'],
  [1059, 'd8214cb9546ca867'],
  [1125, 'd269bd12c594884e'],
  [1190, '4e21f3025bd17b7f'],
  [1264, '75828460ed88a5c3'],
  [1370, 'ae7758ec47773877'],
  [1452, 'd7b2b8d2ac89e445'],
  [1538, 'c0e6250052b48b2c'],
  [1628, '89eee460f9d4d4a1'],
  [1722, 'b0d90db7bc226da3'],
  [1809, '4479808f2a4d4197'],
  [1911, 'a9b806cd4e006a17'],
  [1989, 'd9509bea21de5043'],
  [2099, 'e3ad5a026218ddde'],
  [2213, '21d9b0337e4e55f2'],
  [2331, '165f4405f00e996c'],
]

describe('a code', () => {
  test('has the modules that an independent encoder draws', () => {
    expect(drawRows(readImage('a'))).toEqual(matrixOfA)
  })

  test.each(knownMatrices)(
    'of %i bytes has the modules that an independent encoder draws',
    (length, digest) => {
      const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(90).slice(0, length)
      expect(hashRows(readImage(text))).toBe(digest)
    },
  )

  test('of a URI can be scanned', () => {
    const image = readImage(uri)
    expect(image.side).toBe(49 + 8)
    expect(scan(image)).toBe(uri)
  })

  test('of any text can be scanned', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary-ascii', minLength: 100, maxLength: 700 }),
    )
    fc.assert(
      fc.property(anyText, text => {
        expect(scan(readImage(text))).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test('of any length up to the limit can be scanned', { timeout: 30_000 }, () => {
    for (let length = 0; length <= 2331; length += 97) {
      const text = 'ü'.repeat(Math.floor(length / 2)).padEnd(Math.ceil(length / 2), '?')
      expect(scan(readImage(text)), `${length} bytes`).toBe(text)
    }
  })

  test('of 2332 bytes is an error that says how long the text is', () => {
    expect(() => encodeQrCode('x'.repeat(2332))).toThrow('A QR code can hold 2331 bytes; the text has 2332.')
    expect(() => encodeQrCode('ü'.repeat(1166))).toThrow(RangeError)
  })

  test('can be scanned although a tenth of its modules is covered', () => {
    const image = readImage(uri)
    const covered = Math.floor(Math.sqrt(49 * 49 * 0.1))
    for (let y = 0; y < covered; y++)
      for (let x = 0; x < covered; x++) image.dark[(20 + y) * image.side + 20 + x] = false
    expect(scan(image)).toBe(uri)
  })
})

describe('the SVG', () => {
  test('is one image with one path and a title, and has no style, script or link', () => {
    const svg = String(renderQrCode(encodeQrCode(uri), 'Scan this code'))
    const [root, ...others] = parseFragment(svg).childNodes
    expect(others).toEqual([])
    if (!root || !('childNodes' in root) || !('attrs' in root))
      throw new Error('The SVG has no root element.')
    expect(root.attrs).toContainEqual({ name: 'role', value: 'img' })
    expect(root.childNodes.map(({ nodeName }) => nodeName)).toEqual(['title', 'rect', 'path'])
    expect(svg).not.toMatch(/style|script|href|url\(| on\w+=/)
  })

  test('escapes its title', () => {
    const svg = String(renderQrCode(encodeQrCode('a'), 'Ada & <b>"Co"</b>'))
    expect(svg).toContain('<title>Ada &amp; &lt;b&gt;&quot;Co&quot;&lt;/b&gt;</title>')
  })

  test('has four light modules on each side, and a white background in dark themes too', () => {
    const { dark, side } = readImage(uri)
    for (let index = 0; index < side; index++)
      for (const edge of [0, 1, 2, 3, side - 4, side - 3, side - 2, side - 1])
        expect(dark[index * side + edge] || dark[edge * side + index]).toBe(false)
    expect(dark[4 * side + 4]).toBe(true)
    expect(String(renderQrCode(encodeQrCode('a'), ''))).toContain(
      '<rect width="29" height="29" fill="#fff"/>',
    )
  })
})

interface Image {
  /** In modules, with the quiet zone. */
  readonly side: number
  readonly dark: boolean[]
}

/** Encodes a text and reads the image that the SVG draws. */
function readImage(text: string): Image {
  const svg = String(renderQrCode(encodeQrCode(text), 'Code'))
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const path = / d="([^"]*)"/.exec(svg)?.[1] ?? ''
  const dark = Array.from({ length: side * side }, () => false)
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)]
  expect(rectangles.map(([rectangle]) => rectangle).join('')).toBe(path)
  for (const [, x, y, width] of rectangles) {
    const start = Number(y) * side + Number(x)
    dark.fill(true, start, start + Number(width))
  }
  return { side, dark }
}

/** Scans an image with an independent decoder. Each module has three pixels. */
function scan({ side, dark }: Image): string | undefined {
  const scale = 3
  const width = side * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const isDark = dark[Math.floor(y / scale) * side + Math.floor(x / scale)]
      if (isDark) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  const decoded = jsQr.default(pixels, width, width, { inversionAttempts: 'dontInvert' })
  return decoded
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(decoded.binaryData))
    : undefined
}

/** Draws the modules without the quiet zone, `1` for dark ones. */
function drawRows({ side, dark }: Image): string[] {
  const rows = Array.from({ length: side }, (_, y) => dark.slice(y * side + 4, (y + 1) * side - 4))
  return rows.slice(4, -4).map(row => row.map(Number).join(''))
}

function hashRows(image: Image): string {
  return createHash('sha256').update(drawRows(image).join('\n')).digest('hex').slice(0, 16)
}
