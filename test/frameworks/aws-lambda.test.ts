import { testExample } from './test-example.js'

testExample('aws-lambda')
