import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { type CreateTableCommandInput, DynamoDB } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import dynalite from 'dynalite'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/dynamodb-adapter',
    store: 'DynamoDB (dynalite)',
    limits: { ids: 'generated', orphans: 'accepted', extraUserColumns },
    open,
  },
]

const names = ['pk', 'sk', 'GSI1PK', 'GSI1SK']

function keys(hash: string, range: string): CreateTableCommandInput['KeySchema'] {
  return [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ]
}

/** The table from the adapter's guide. */
const table: CreateTableCommandInput = {
  TableName: 'next-auth',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: names.map(AttributeName => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: keys('pk', 'sk'),
  GlobalSecondaryIndexes: [
    { IndexName: 'GSI1', Projection: { ProjectionType: 'ALL' }, KeySchema: keys('GSI1PK', 'GSI1SK') },
  ],
}

async function open(): Promise<OpenStore> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new DynamoDB({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  await client.createTable(table)
  const marshallOptions = {
    convertEmptyValues: true,
    removeUndefinedValues: true,
    convertClassInstanceToMap: true,
  }
  const document = DynamoDBDocument.from(client, { marshallOptions })
  return {
    adapter: DynamoDBAdapter(document),
    async empty() {
      const { Items = [] } = await document.scan({ TableName: 'next-auth' })
      for (const { pk, sk } of Items) await document.delete({ TableName: 'next-auth', Key: { pk, sk } })
    },
    async close() {
      client.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
