import { tanStackStartApp, testNitroCaches } from './nitro-caches.js'
import { testExample } from './test-example.js'

testExample('tanstack-start')
testNitroCaches(tanStackStartApp)
