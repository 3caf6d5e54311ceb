/**
 * Reads tarballs of npm, to say which files of two tarballs differ.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

const blockSize = 512

/** Returns the digest of each file of a tarball by path. The digest covers the mode too. */
function readEntries(tarball) {
  const data = gunzipSync(tarball)
  const entries = new Map()
  for (let offset = 0; data[offset]; ) {
    const header = data.subarray(offset, offset + blockSize)
    const size = Number.parseInt(readText(header, 124, 12), 8)
    const content = data.subarray(offset + blockSize, offset + blockSize + size)
    const hash = createHash('sha256')
      .update(readText(header, 100, 8))
      .update(content)
    entries.set(readPath(header), hash.digest('hex'))
    offset += blockSize + Math.ceil(size / blockSize) * blockSize
  }
  return entries
}

/** Joins prefix and name of the ustar format (POSIX.1-1988). */
function readPath(header) {
  return [readText(header, 345, 155), readText(header, 0, 100)].filter(Boolean).join('/')
}

function readText(header, start, length) {
  const [text = ''] = header.toString('utf8', start, start + length).split('\0')
  return text.trim()
}

/** Lists the paths of the files that are in one of two tarballs only, or differ. */
export function listDifferences(a, b) {
  const [left, right] = [readEntries(a), readEntries(b)]
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort()
  return paths.filter(path => left.get(path) !== right.get(path))
}
