import { createAsync, query } from '@solidjs/router'
import CurrentUser from '~/components/CurrentUser'

const getTime = query(async () => {
  'use server'
  return new Date().toISOString()
}, 'getTime')

/** Caches may keep this page, see `app.config.ts`: it is the same for everyone, because the middleware reads no session for it. */
export default function Cached() {
  const time = createAsync(() => getTime(), { deferStream: true })
  return (
    <>
      <h1>The same page for everyone</h1>
      <p>
        Rendered at <span data-testid="cached-at">{time()}</span>.
      </p>
      <CurrentUser />
    </>
  )
}
