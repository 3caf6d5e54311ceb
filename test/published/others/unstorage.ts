import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs-lite'
import type { OpenStore, Trial } from '../store.js'

export const trials: Trial[] = [{ adapter: '@auth/unstorage-adapter', store: 'files', open }]

async function open(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-unstorage-'))
  const storage = createStorage({ driver: fsDriver({ base: folder }) })
  return {
    adapter: UnstorageAdapter(storage),
    empty: () => storage.clear(),
    close: () => rm(folder, { recursive: true }),
  }
}
