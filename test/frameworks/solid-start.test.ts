import { solidStartApp, testNitroCaches } from './nitro-caches.js'
import { testExample } from './test-example.js'

testExample('solid-start')
testNitroCaches(solidStartApp)
