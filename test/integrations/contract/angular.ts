import type { IntegrationUnderTest } from 'latchkey/testing'
import { loadAngularApp, toTextResponse } from '../../angular/angular-app.js'
import { serveBehindProxy } from './proxy.js'

const app = await loadAngularApp()

/** The production build of an Angular app, in a server of Express. */
export const angular: IntegrationUnderTest = {
  name: 'latchkey/angular with AngularNodeAppEngine',
  serve: async (config, setup) => {
    const { answer, close } = await serveBehindProxy(app.listen(config, setup))
    return { close, answer: async request => toTextResponse(await answer(request)) }
  },
}

/** The same with `AngularAppEngine` and web requests. */
export const angularFetch: IntegrationUnderTest = {
  name: 'latchkey/angular with AngularAppEngine',
  serve: config => {
    const respond = app.fetch(config)
    return {
      close: () => {},
      async answer(request) {
        try {
          return await toTextResponse((await respond(request)) ?? new Response(null, { status: 404 }))
        } catch {
          return new Response('Something went wrong.', { status: 500 })
        }
      },
    }
  },
}
