import { report } from './report.js'

/** Lib.dom knows no service workers. */
interface FetchEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** For runtimes with neither a process nor bindings: the variables are the body of the request. */
addEventListener('fetch', event => {
  const { request, respondWith } = event as FetchEvent
  respondWith.call(event, handleRequest(request))
})

async function handleRequest(request: Request): Promise<Response> {
  return Response.json(await report({ env: await request.json() }))
}
