import { join } from 'node:path'
import type { AdapterUnderTest } from 'latchkey/testing'
import { createTempFolder } from '../support/temp-folder.js'

/** Opens a store on a new file. Its folder is removed when the store closes, and if opening or closing it fails. */
export async function openTempStore<S extends AdapterUnderTest>(
  open: (file: string) => Promise<S>,
): Promise<S & Required<Pick<S, 'close'>>> {
  const folder = await createTempFolder('contract')
  try {
    const store = await open(join(folder.path, 'app.db'))
    return {
      ...store,
      async close() {
        try {
          await store.close?.()
        } finally {
          await folder.remove()
        }
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
