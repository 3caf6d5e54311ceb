/**
 * The sign-in page brings its passkey script with it, so that no other host can change what signs people in. The script is
 * written in `src/pages/browser` and leans on `@simplewebauthn/browser`; this bundles both into a string that the page
 * imports. The string is committed: what is served can be read in a review, and users need neither esbuild nor the package.
 *
 * `node tools/passkey-script.js` writes it; `check-passkey-script.js` sees whether that was forgotten.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { isMainModule, projectRoot } from './shared/gate.js'

const packageFolder = 'node_modules/@simplewebauthn/browser'
const entry = 'src/pages/browser/passkey.ts'

/** Where the script lies. */
export const scriptPath = 'src/pages/passkey-script.ts'

/** The text of the generated file, made of what lies below `root`. */
export async function buildPasskeyScript(root) {
  const { version } = JSON.parse(readFileSync(join(root, packageFolder, 'package.json'), 'utf8'))
  const license = readFileSync(join(root, packageFolder, 'LICENSE.md'), 'utf8').trim()
  const [copyright] = license.match(/^Copyright.*$/m) ?? []
  const notice = `/*! with @simplewebauthn/browser ${version}, MIT License, ${copyright} */`
  const script = `${notice}\n${await buildBundle(root)}`
  if (/<\/script|<!--/i.test(script)) throw new Error('The script has text that would end its element.')
  return `${renderHeading(version, license)}export const passkeyScript = \`${escapeTemplateLiteral(script)}\`\n`
}

async function buildBundle(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2020',
    tsconfigRaw: {},
    // The library's hints for programmers, which name its own host.
    drop: ['console'],
    legalComments: 'none',
    logLevel: 'silent',
  })
  return outputFiles.map(({ text }) => text.trim()).join('\n')
}

function renderHeading(version, license) {
  return `/*
 * Made by \`node tools/passkey-script.js\` of \`${entry}\` and @simplewebauthn/browser ${version}; change those.
 *
 * The license of @simplewebauthn/browser:
 *
${license.replace(/^/gm, ' * ').replace(/ +$/gm, '')}
 */

/** What the browser does with a passkey form. Loaded with the first page that has one. */
`
}

/** As it stands in a template literal. */
function escapeTemplateLiteral(script) {
  return script.replace(/[\\`]|\$(?=\{)/g, '\\$&')
}

if (isMainModule(import.meta.url)) {
  writeFileSync(join(projectRoot, scriptPath), await buildPasskeyScript(projectRoot))
}
