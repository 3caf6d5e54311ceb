import { testExample } from './test-example.js'

testExample('react-router')
