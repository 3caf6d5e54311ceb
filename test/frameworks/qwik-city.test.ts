import { testExample } from './test-example.js'

testExample('qwik-city')
