import type { operations } from '../contract/operations.ts'
import { TEST_CARDS } from '../contract/test-instruments.ts'
import type { JsonSchema } from './portable.ts'

/** Keywords for a body itself, and for its fields by name. */
interface Constraints {
  readonly body?: JsonSchema
  readonly fields?: Readonly<Record<string, JsonSchema>>
}

const LEAST_TOKENS = { description: 'A decimal in YUT, above zero; at most six decimals count.' }

/** Rules of bodies that the contract has as code, so that JSON Schema cannot be made of them. */
const constraints: Readonly<Partial<Record<keyof typeof operations, Constraints>>> = {
  createContact: {
    body: { minProperties: 1, description: 'Needs `contact_name`, or its other name `name`.' },
  },
  updateContact: { body: { minProperties: 1, description: 'Needs at least one field to change.' } },
  updateEsimProfile: { body: { minProperties: 1, description: 'Needs at least one field to change.' } },
  createPaymentIntent: { fields: { test_card_number: { enum: TEST_CARDS.map(({ number }) => number) } } },
  transfer: {
    fields: {
      amount: {
        description:
          'A decimal in units of `currency`, at least 0.01; with at most two decimals and $10,000 in USD, six decimals otherwise.',
      },
    },
  },
  requestTransfer: {
    fields: { amount: { description: 'US dollars, such as "12.34", at least 1.00; at most two decimals.' } },
  },
  stakeYut: { fields: { amount: LEAST_TOKENS } },
  unstakeYut: { fields: { amount: LEAST_TOKENS } },
  transferYut: { fields: { amount: { description: 'A decimal in YUT, at least 0.01.' } } },
}

/** The body of an operation with those rules. */
export const constrained = (operationId: string, schema: JsonSchema): JsonSchema => {
  const found: Constraints | undefined = Reflect.get(constraints, operationId)
  if (found === undefined) return schema
  const properties = Object.entries(Object(schema['properties'])).map(
    ([name, property]): [string, unknown] => [name, { ...Object(property), ...found.fields?.[name] }],
  )
  return { ...schema, ...found.body, properties: Object.fromEntries(properties) }
}
