/**
 * Packs the package twice, in this folder and in a copy of the files of Git in another folder, and compares both tarballs.
 *
 * @module
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGit, runNpm } from '../shared/run.js'
import { listDifferences } from './tarball.js'

/**
 * Packs the package at `root`.
 *
 * @returns the `tarball`, its `name`, and `faults`: files that differ if the package is built elsewhere, or that Git does not know
 */
export async function packReproducibly(root) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-release-')))
  try {
    const first = await pack(root, join(folder, 'first'))
    const copy = join(folder, 'copy')
    await copyTrackedFiles(root, copy)
    const second = await pack(copy, join(folder, 'second'))
    const faults = first.tarball.equals(second.tarball)
      ? []
      : describeDifferences(first.tarball, second.tarball)
    return { ...first, faults }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs `npm pack`, which builds first. */
async function pack(root, destination) {
  mkdirSync(destination)
  const { ok, output } = await runNpm(['pack', '--pack-destination', destination], root)
  if (!ok) throw new Error(`npm pack failed in ${root}:\n${output}`)
  const [name = ''] = readdirSync(destination)
  return { name, tarball: readFileSync(join(destination, name)) }
}

/** Copies the files that Git tracks, as they are now, and links the installed packages. */
async function copyTrackedFiles(root, target) {
  const { ok, stdout, output } = await runGit(['ls-files', '-z'], root)
  if (!ok) throw new Error(`git ls-files failed in ${root}:\n${output}`)
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path), { verbatimSymlinks: true })
  }
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
}

function describeDifferences(a, b) {
  const paths = listDifferences(a, b)
  return paths.length > 0
    ? paths.map(path => `${path} differs if the files of Git are built in another folder.`)
    : ['The tarballs contain the same files, but differ in their headers or order.']
}
