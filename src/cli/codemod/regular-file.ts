import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Larger files are not sources: they are built, or data. */
const maxSourceBytes = 4 * 1024 * 1024
const maxSearchedBytes = 64 * 1024 * 1024

/** Content of a regular file, and what identifies the file. */
export interface RegularFile {
  readonly bytes: Buffer
  readonly mode: number
  /** Device and number of the file. Another file at the same path has another one. */
  readonly identity: string
}

/** Returns whether a path names a regular file, instead of a symbolic link, a folder, a pipe or a device. */
export function isRegularFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/**
 * Reads a regular file of at most 4 MiB. It does not follow a symbolic link, and does not wait for a pipe or a device.
 *
 * @returns null for a larger file
 * @throws Error if the path names something else
 */
export function readRegularFile(path: string | Buffer): RegularFile | null {
  return withRegularFile(path, descriptor => {
    const { size, mode, dev, ino } = fstatSync(descriptor, { bigint: true })
    if (size > maxSourceBytes) return null
    return { bytes: readFileSync(descriptor), mode: Number(mode), identity: `${dev}:${ino}` }
  })
}

/** Reads the first 64 MiB of a regular file, one character for each byte. */
export function readLargeFile(path: string | Buffer): string {
  return withRegularFile(path, descriptor => {
    const bytes = Buffer.alloc(maxSearchedBytes)
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, maxSearchedBytes, 0))
  })
}

function withRegularFile<T>(path: string | Buffer, read: (descriptor: number) => T): T {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${path} is not a regular file.`)
    return read(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
