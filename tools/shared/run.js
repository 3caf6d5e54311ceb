/**
 * Starts gates and third-party tools in processes of their own. Colors are off, so that the output is the same in a terminal,
 * a log and a test.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './gate.js'

/** Runs `script` with this Node in `cwd`. @returns all its `output`, its `stdout`, and `ok` if it exited with 0 */
export function runScript([script, ...args], cwd) {
  return run([process.execPath, script, ...args], { cwd })
}

/** Runs a file of a package that the project has installed, such as `knip/bin/knip.js`, in any `cwd`. */
export function runPackage([path, ...args], cwd) {
  return runScript([join(projectRoot, 'node_modules', path), ...args], cwd)
}

/** Runs npm in `cwd`. */
export function runNpm(args, cwd) {
  return run(['npm', ...args], { cwd, shell: process.platform === 'win32' })
}

/** Runs Git in `cwd`. */
export function runGit(args, cwd) {
  return run(['git', ...args], { cwd })
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
