import { testExample } from './test-example.js'

testExample('solid-start')
