import { testExample } from './test-example.js'

testExample('tanstack-start')
