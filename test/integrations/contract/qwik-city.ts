import type { IntegrationUnderTest } from 'latchkey/testing'
import { loadQwikCityApp } from '../../qwik-city/qwik-city-app.js'
import { serveBehindProxy } from './proxy.js'

const createListener = await loadQwikCityApp()

/** The production build of a Qwik City app, in a Node server. */
export const qwikCity: IntegrationUnderTest = {
  name: 'latchkey/qwik-city',
  serve: async (config, { parsesBodies = false } = {}) =>
    serveBehindProxy(createListener({ config, parsesBodies })),
}
