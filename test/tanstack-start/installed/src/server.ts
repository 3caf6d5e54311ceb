import {
  createServerEntry,
  createStartHandler,
  defaultStreamHandler,
  handleStartError,
} from '@tanstack/react-start/server'

const handle = createStartHandler(defaultStreamHandler)

export default createServerEntry({
  async fetch(request) {
    try {
      return await handle(request)
    } catch (error) {
      const { status, headers } = handleStartError(error)
      const body = status === 503 ? 'Please try again.' : 'Something went wrong.'
      return new Response(body, { status, headers })
    }
  },
})
