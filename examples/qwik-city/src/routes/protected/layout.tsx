import { component$, Slot } from '@builder.io/qwik'
import type { RequestHandler } from '@builder.io/qwik-city'
import { getAuth } from '~/auth'
import { isGuarded } from '~/test-settings'

/** Guards the pages of this folder. */
export const onRequest: RequestHandler = async ev => {
  if (isGuarded('middleware')) await getAuth(ev).requireAuth()
}

export default component$(() => <Slot />)
