/**
 * Gates run in processes of their own, and so do the tools that others wrote. Both are started here, without colours,
 * so that what they say reads the same in a terminal, in a log and in a test.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './gate.js'

/** Runs `script` with this Node in `cwd`; resolves to all its `output`, `stdout` alone, and whether it was content. */
export function runScript([script, ...args], cwd) {
  return run([process.execPath, script, ...args], { cwd })
}

/** Runs a file of an installed package, such as `knip/bin/knip.js`; it is the project's, whichever `cwd` it works in. */
export function runPackage([path, ...args], cwd) {
  return runScript([join(projectRoot, 'node_modules', path), ...args], cwd)
}

/** Runs npm in `cwd`. */
export function runNpm(args, cwd) {
  return run(['npm', ...args], { cwd, shell: process.platform === 'win32' })
}

function run([command, ...args], options) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  const child = spawn(command, args, { ...options, env })
  const texts = { output: '', stdout: '' }
  const listen = (stream, names) =>
    stream.setEncoding('utf8').on('data', text => {
      for (const name of names) texts[name] += text
    })
  listen(child.stdout, ['output', 'stdout'])
  listen(child.stderr, ['output'])
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', code => resolve({ ok: code === 0, ...texts }))
  })
}
