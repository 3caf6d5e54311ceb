import { report } from './report.js'

/** Declared here, because lib.dom does not include service workers. */
interface FetchEvent extends Event {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** For runtimes without a process or bindings: the environment variables are in the request body. */
addEventListener('fetch', event => {
  const { request, respondWith } = event as FetchEvent
  respondWith.call(event, handleRequest(request))
})

async function handleRequest(request: Request): Promise<Response> {
  return Response.json(await report({ env: await request.json() }))
}
