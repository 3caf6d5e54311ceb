import { testExample } from './test-example.js'

testExample('elysia')
