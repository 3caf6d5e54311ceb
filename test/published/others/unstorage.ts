import { rm } from 'node:fs/promises'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs-lite'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { createFolder } from '../temp-folder.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/unstorage-adapter',
    store: 'files',
    limits: { ids: 'generated', orphans: 'accepted', extraUserColumns },
    open,
  },
]

async function open(): Promise<OpenStore> {
  const folder = await createFolder('unstorage')
  const storage = createStorage({ driver: fsDriver({ base: folder }) })
  return {
    adapter: UnstorageAdapter(storage),
    empty: () => storage.clear(),
    close: () => rm(folder, { recursive: true }),
  }
}
