import { testNuxtCaches } from './nuxt-caches.js'
import { testExample } from './test-example.js'

testExample('nuxt')
testNuxtCaches()
