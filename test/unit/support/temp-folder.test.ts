import { existsSync, mkdirSync } from 'node:fs'
import type { SqlConnection } from 'latchkey/adapters/sql'
import { expect, test } from 'vitest'
import { createFileAdapterFactory } from '../../contract/sqlite-file-adapter.js'
import { openTempStore } from '../../contract/temp-store.js'
import { assertNoTempFolders, createTempFolder } from '../../support/temp-folder.js'

test('a test file that leaves a temporary folder fails, and the folder is removed', async () => {
  const { path } = await createTempFolder('left')
  expect(assertNoTempFolders).toThrow(`left by the test file: 1, such as ${path}.`)
  expect(existsSync(path)).toBe(false)
  expect(assertNoTempFolders).not.toThrow()
})

test('a test file whose temporary folder is back after its removal fails', async () => {
  const { path, remove } = await createTempFolder('late')
  await remove()
  mkdirSync(path)
  expect(assertNoTempFolders).toThrow(path)
})

test('a store under the contract leaves no folder, also if it does not open, migrate or close', async () => {
  const unavailable = createFileAdapterFactory(() => {
    throw new Error('no driver')
  })
  await expect(unavailable()).rejects.toThrow('no driver')

  const prepare = () => {
    throw new Error('no database')
  }
  const connection = { prepare, exec: prepare } as unknown as SqlConnection
  const broken = createFileAdapterFactory(() => ({ connection, exec: prepare, close() {} }))
  await expect(broken()).rejects.toThrow('no database')

  const busy = await openTempStore(async () => ({
    adapter: {},
    close: () => Promise.reject(new Error('busy')),
  }))
  await expect(busy.close()).rejects.toThrow('busy')
  expect(assertNoTempFolders).not.toThrow()
})
